/**
 * The script of the page. Everything that the mock sends goes into the page as text and never as markup. Bodies, if the
 * journal keeps them, are whatever a client has sent.
 */
;(() => {
  const PAUSE = 1000
  const MOST_ROWS = 200
  const MOST_PROJECTS = 100
  const MOST_SCRIPTS = 20
  const PAGE = 100
  const MOST_OF_BODY = 20000
  /** @returns {any} */
  const at = (id) => document.getElementById(id)
  let token
  let paused = false
  let last = 0
  let found = new Map()
  const entries = new Map()

  const make = (name, text, kind) => {
    const element = document.createElement(name)
    if (text !== undefined) element.textContent = String(text)
    if (kind) element.className = kind
    return element
  }
  // Nothing is touched that says the same already: a reader keeps the place, and a selection stays.
  const say = (element, text) => {
    if (element.textContent !== text) element.textContent = text
  }
  const fill = (parent, children) => {
    const old = [...parent.children]
    if (old.length === children.length && old.every((child, n) => child.isEqualNode(children[n]))) return
    parent.replaceChildren(...children)
  }
  const row = (head, cells) => {
    const line = make('tr')
    const first = make('th', head)
    first.scope = 'row'
    line.append(first, ...cells)
    return line
  }
  const kindOf = ({ level }) => (level === 'breach' ? 'bad' : 'open')
  const counted = (count, one) => `${count} ${count === 1 ? one : `${one}s`}`

  // Integers beyond what a double holds stay as they are written.
  const exact = (_name, value, context) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && context
      ? context.source
      : value

  class Refused extends Error {
    constructor(status, message) {
      super(message)
      this.status = status
    }
  }

  const ask = async (path) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await fetch(path, { headers, cache: 'no-store', credentials: 'omit', redirect: 'error' })
    const value = JSON.parse(await response.text(), exact)
    if (response.ok) return value
    throw new Refused(response.status, value.error.message)
  }
  // Some of it needs one process, and a mock with several workers says so.
  const askIfThere = (path) =>
    ask(path).catch((error) => {
      if (error.status === 409 || error.status === 404) return { refused: error.message }
      throw error
    })

  const quotaOf = (quota) =>
    Object.entries(quota).map(([name, { limit, used }]) => {
      const kind = used >= limit ? 'part bad' : 'part'
      return make('span', `${name.replaceAll('_', ' ')}: ${used} of ${limit}`, kind)
    })

  const showProjects = (projects, ledger) => {
    const shown = projects.slice(0, MOST_PROJECTS)
    fill(at('projects'), [
      ...shown.map(({ name, disabled, quota }) => {
        const used = make('td')
        const parts = quotaOf(quota)
        used.append(...(parts.length > 0 ? parts : ['none']))
        const own = ledger.projects[name] ?? {}
        return row(disabled === 'no' ? name : `${name} (${disabled} disabled)`, [used, ...countsOf(own)])
      }),
      ...(projects.length === 1 ? [] : [row('all, closed ones included', [make('td', ''), ...countsOf(ledger.total)])]),
    ])
    say(at('projects-note'), projects.length > MOST_PROJECTS ? `The first ${MOST_PROJECTS} of ${projects.length}.` : '')
    const only = at('only')
    const names = ['', ...shown.map(({ name }) => name)]
    if ([...only.options].map(({ value }) => value).join() === names.join()) return
    const chosen = only.value
    only.replaceChildren(...names.map((name) => new Option(name === '' ? 'all' : name, name, false, name === chosen)))
  }

  const countsOf = ({ requests, refused, failed, attempts, prompt_tokens, completion_tokens, price_micros }) =>
    [requests, refused, failed, attempts, prompt_tokens, completion_tokens, price_micros].map((count) =>
      make('td', count ?? 0),
    )

  const showScripts = (projects, scripts) => {
    const received = scripts.find(({ refused }) => refused !== undefined)
    const items = scripts.flatMap(({ unused = [] }, n) =>
      unused.map(({ words, count }) => {
        const item = make('li', `${projects[n].name}: `)
        item.append(make('span', words), make('span', count === 1 ? '' : `, ${count} times`, 'soft'))
        return item
      }),
    )
    fill(at('script'), items)
    const others = projects.length - scripts.length
    const unread =
      others > 0 ? ` Of the first ${scripts.length} projects; ${counted(others, 'other')} not looked at.` : ''
    const note = (items.length === 0 ? 'None.' : '') + unread
    say(at('script-note'), received && items.length === 0 ? received.refused : note)
  }

  const showVerdict = (verdict) => {
    found = new Map()
    if (verdict.refused !== undefined) return say(at('verdict'), verdict.refused)
    for (const finding of verdict.findings)
      for (const { entries: numbers, words } of finding.evidence)
        for (const number of numbers) found.set(number, [...(found.get(number) ?? []), { finding, words }])
    const breaches = verdict.findings.filter(({ level }) => level === 'breach').length
    const warnings = verdict.findings.length - breaches
    const drawn = ` In ${counted(verdict.requests ?? 0, 'request')}.`
    const result =
      verdict.findings.length === 0
        ? 'No findings.'
        : `${counted(breaches, 'kind')} of breaches, ${counted(warnings, 'kind')} of warnings.`
    say(at('verdict'), result + drawn)
    at('verdict').className = breaches > 0 ? 'bad' : warnings > 0 ? 'open' : ''
    fill(
      at('findings'),
      verdict.findings.map(({ id, level, words, times, mend }) => {
        const item = make('li')
        const title = make('strong', (level === 'breach' ? 'Breach: ' : 'Warning: ') + id, kindOf({ level }))
        item.append(title, ` ${words} `, make('span', `${counted(times, 'time')}. ${mend}`, 'soft'))
        return item
      }),
    )
  }

  // Near misses, and explanations of the response.
  const marksOf = (entry) => {
    const marks = entry.broken.map(({ code, param }) => `broken: ${code}${param ? ` (${param})` : ''}`)
    if (entry.error) marks.push(`error: ${entry.error.code}`)
    if (entry.retryAfter !== undefined) marks.push(`Retry-After ${entry.retryAfter} s`)
    if (entry.repeats)
      marks.push(`repeats #${entry.repeats.of} (${entry.repeats.status}) after ${Math.round(entry.repeats.waited)} ms`)
    if (entry.resembles) marks.push(`looks like a repeat of #${entry.resembles.of} (${entry.resembles.status})`)
    if (entry.echoes !== undefined) marks.push(`holds the broken text of #${entry.echoes}`)
    if (entry.misplaced) marks.push(`a key in the wrong position: ${entry.misplaced}`)
    if (entry.ending !== 'complete') marks.push(`response ${entry.ending}`)
    if (entry.done === false) marks.push('no [DONE]')
    for (const miss of entry.nearMisses ?? []) marks.push(`not matched by: ${miss}`)
    if (entry.oddities.length > 0) marks.push(`made by the mock: ${entry.oddities.join(', ')}`)
    return marks
  }

  const bodyOf = (title, text) => {
    const box = make('details')
    const shown = make('pre', text.length > MOST_OF_BODY ? `${text.slice(0, MOST_OF_BODY)}…` : text)
    shown.tabIndex = 0
    box.append(make('summary', title), shown)
    return box
  }

  const requestRow = (entry) => {
    const { number, status, ending } = entry
    const time = make('td')
    const timestamp = make('time', new Date(entry.at).toISOString().slice(11, 23))
    timestamp.dateTime = new Date(entry.at).toISOString()
    time.append(timestamp)
    const asked = make('td', undefined, 'long')
    asked.append(make('span', `${entry.method} ${entry.path ?? '(another path)'}`, 'part mono'))
    const what = [entry.model, entry.stream ? 'streamed' : undefined].filter((part) => part !== undefined).join(', ')
    if (what !== '') asked.append(make('span', what, 'part soft'))
    if (entry.bodies?.request) asked.append(bodyOf('Request body', entry.bodies.request))
    if (entry.bodies?.answer) asked.append(bodyOf('Response body', entry.bodies.answer))
    const took = entry.ended === undefined ? 'open' : `${Math.round(entry.ended - entry.at)} ms`
    const verdict = make('td', undefined, 'long')
    const own = found.get(number) ?? []
    for (const { finding, words } of own)
      verdict.append(make('span', `${finding.level}: ${finding.id}: ${words}`, `part ${kindOf(finding)}`))
    if (own.length === 0) verdict.append(make('span', ending === 'open' ? 'under way' : 'nothing found', 'soft'))
    const marks = make('td', undefined, 'long')
    marks.append(...marksOf(entry).map((mark) => make('span', mark, 'part')))
    const code = make('td', status, status >= 500 ? 'bad' : status >= 400 ? 'open' : 'good')
    const project = make('td', entry.project ?? '(none)')
    const line = row(`#${number}`, [time, code, asked, project, make('td', took), verdict, marks])
    for (const cell of [line.firstChild, time, code]) cell.classList.add('short')
    return line
  }

  const showRequests = (note) => {
    const only = at('only').value
    const fitting = [...entries.values()].filter(({ project }) => only === '' || project === only).reverse()
    const body = at('requests')
    const rows = fitting.map((entry) => {
      const own = (found.get(entry.number) ?? []).map(({ finding, words }) => [finding.id, words])
      const key = JSON.stringify([{ ...entry, bodies: undefined }, own])
      const old = shownRows.get(entry.number)
      if (old && old.key === key) return old
      const line = requestRow(entry)
      // Sections that the reader has opened stay open.
      const opened = old ? [...old.line.querySelectorAll('details')].map(({ open }) => open) : []
      for (const [n, box] of line.querySelectorAll('details').entries()) box.open = opened[n] ?? false
      return { key, line }
    })
    shownRows = new Map(fitting.map(({ number }, n) => [number, rows[n]]))
    const lines = rows.map(({ line }) => line)
    if (body.children.length !== lines.length || lines.some((line, n) => body.children[n] !== line))
      body.replaceChildren(...lines)
    say(at('requests-note'), note)
  }
  let shownRows = new Map()

  // A response that is still open is asked for again until it has ended.
  const readRequests = async () => {
    const open = [...entries.values()].find(({ ending }) => ending === 'open')
    let after = open ? Math.min(last, open.number - 1) : last
    for (;;) {
      const received = await askIfThere(`journal?after=${after}&limit=${PAGE}`)
      if (received.refused !== undefined) return received.refused
      for (const entry of received.entries) entries.set(entry.number, entry)
      const sorted = [...entries.keys()].sort((one, other) => one - other)
      for (const number of sorted.slice(0, Math.max(0, sorted.length - MOST_ROWS))) entries.delete(number)
      after = received.entries.at(-1)?.number ?? after
      last = Math.max(last, after)
      if (received.more) continue
      const forgotten =
        received.forgotten > 0 ? ` The journal has forgotten ${counted(received.forgotten, 'earlier request')}.` : ''
      return entries.size === 0 ? `None yet.${forgotten}` : `The latest ${entries.size}.${forgotten}`
    }
  }

  const look = async () => {
    const [{ projects }, ledger, clock, verdict] = await Promise.all([
      ask('projects'),
      ask('ledger'),
      ask('clock'),
      askIfThere('verdict'),
    ])
    const pathOf = ({ name }) => `projects/${encodeURIComponent(name)}/script`
    const scripts = await Promise.all(projects.slice(0, MOST_SCRIPTS).map((project) => askIfThere(pathOf(project))))
    // Fewer than were seen: another mock responds here now.
    if (verdict.requests < last) {
      entries.clear()
      last = 0
    }
    const note = await readRequests()
    const timestamp = new Date(clock.now).toISOString()
    at('clock').dateTime = timestamp
    say(at('clock'), timestamp.slice(0, 19).replace('T', ' ') + (clock.frozen ? ' (frozen)' : ''))
    showProjects(projects, ledger)
    showScripts(projects, scripts)
    showVerdict(verdict)
    showRequests(note)
  }

  const state = (text) => say(at('state'), text)

  const follow = async () => {
    if (!paused && !document.hidden && at('token').hidden) {
      try {
        await look()
        if (!paused) state('Follows live.')
      } catch (error) {
        if (error.status === 401) {
          state(token === undefined ? 'The token is needed.' : 'This is not the token.')
          token = undefined
          at('token').hidden = false
          at('token-text').focus()
        } else state(error instanceof Refused ? error.message : 'The mock does not respond; retrying.')
      }
    }
    setTimeout(follow, PAUSE)
  }

  at('pause').addEventListener('click', () => {
    paused = !paused
    at('pause').setAttribute('aria-pressed', String(paused))
    state(paused ? 'Paused.' : 'Follows live.')
  })
  at('only').addEventListener('change', () => showRequests(at('requests-note').textContent))
  at('token').addEventListener('submit', (event) => {
    event.preventDefault()
    token = at('token-text').value.trim()
    at('token-text').value = ''
    at('token').hidden = true
    state('Connecting to the mock.')
  })
  void follow()
})()
