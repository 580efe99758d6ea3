/** The script of the page. It adds filters and copy buttons; without it, everything is visible. */
;(() => {
  const root = document.documentElement
  /** @type {HTMLFormElement & { elements: Record<string, any> }} */
  const form = document.querySelector('#filter')
  const shown = document.getElementById('shown')
  /** @type {(selector: string) => any[]} */
  const all = (selector) => [...document.querySelectorAll(selector)]
  const items = all('.requirement')
  const groups = all('.group')
  const boxes = all('#filter [name=verdict]')
  const texts = new WeakMap()
  let unfolded = false
  root.classList.add('js')

  const textOf = (item) => {
    if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase())
    return texts.get(item)
  }

  // Keep the filter in the URL, so that it survives a reload and can be shared.
  const write = (data) => {
    const asked = new URLSearchParams()
    for (const [name, value] of data) if (value.trim() !== '') asked.append(name, value)
    const hash = asked.toString()
    if (hash !== '' || location.hash.includes('=')) history.replaceState(null, '', `#${hash}`)
  }

  const read = () => {
    if (!location.hash.includes('=')) return
    const asked = new URLSearchParams(location.hash.slice(1))
    for (const box of boxes) box.checked = asked.getAll('verdict').includes(box.value)
    for (const name of ['section', 'text']) form.elements[name].value = asked.get(name) ?? ''
    if (form.elements.section.selectedIndex < 0) form.elements.section.value = ''
  }

  const filter = () => {
    const data = new FormData(form)
    const verdicts = data.getAll('verdict')
    const section = data.get('section')
    const text = String(data.get('text')).trim().toLowerCase()
    let count = 0
    for (const item of items) {
      const fits =
        (verdicts.length === 0 || verdicts.includes(item.dataset.verdict)) &&
        (section === '' || item.dataset.section === section) &&
        (text === '' || textOf(item).includes(text))
      item.hidden = !fits
      if (fits) count += 1
    }
    const filtered = verdicts.length > 0 || section !== '' || text !== ''
    for (const group of groups) {
      group.hidden = !group.querySelector('.requirement:not([hidden])')
      const fold = group.querySelector('.fold')
      if (fold && (filtered || unfolded)) fold.open = filtered
    }
    unfolded = filtered
    write(data)
    shown.textContent = `${count} of ${items.length} requirements shown`
  }

  const setAll = (open) => {
    for (const fold of all('.group .fold')) fold.open = open
    for (const item of items) {
      const details = item.querySelector('details')
      if (details && !item.hidden) details.open = open
    }
  }

  const copy = async (button) => {
    const source = button.parentElement.querySelector('pre')
    try {
      await navigator.clipboard.writeText(source.textContent)
    } catch {
      getSelection().selectAllChildren(source)
      document.execCommand('copy')
    }
    const label = button.textContent
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = label
    }, 1500)
  }

  // A link to a requirement shows it even if the filter hides it.
  const reveal = () => {
    if (location.hash.includes('=')) return
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    /** @type {HTMLElement | undefined} */
    const item = target?.closest('.requirement')
    if (!item) return
    if (item.hidden) form.reset()
    const fold = item.closest('.fold')
    if (fold instanceof HTMLDetailsElement) fold.open = true
    const details = item.querySelector('details')
    if (details) details.open = true
    item.scrollIntoView()
  }

  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', filter)
  form.addEventListener('reset', () => setTimeout(filter))
  form.elements.open.addEventListener('click', () => setAll(true))
  form.elements.close.addEventListener('click', () => setAll(false))
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest('.copy')
    if (button) copy(button)
  })
  // A click on a count filters for the requirements that it counts.
  for (const count of all('.counts a')) {
    count.addEventListener('click', () => {
      form.reset()
      for (const box of boxes) box.checked = box.value === count.dataset.verdict
      setTimeout(filter)
    })
  }
  addEventListener('hashchange', () => {
    if (location.hash.includes('=')) {
      read()
      filter()
    } else reveal()
  })
  read()
  filter()
  reveal()
})()
