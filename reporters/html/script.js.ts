/** The script of the page. Without it everything is visible; with it one can filter and copy. */
export const script = `'use strict'
;(() => {
  const root = document.documentElement
  const form = document.getElementById('filter')
  const shown = document.getElementById('shown')
  const items = [...document.querySelectorAll('.requirement')]
  const groups = [...document.querySelectorAll('.group')]
  const texts = new WeakMap()
  root.classList.add('js')

  const textOf = (item) => {
    if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase())
    return texts.get(item)
  }

  const filter = () => {
    const data = new FormData(form)
    const verdicts = data.getAll('verdict')
    const section = data.get('section')
    const text = data.get('text').trim().toLowerCase()
    let count = 0
    for (const item of items) {
      const fits =
        (verdicts.length === 0 || verdicts.includes(item.dataset.verdict)) &&
        (section === '' || item.dataset.section === section) &&
        (text === '' || textOf(item).includes(text))
      item.hidden = !fits
      if (fits) count += 1
    }
    for (const group of groups) group.hidden = !group.querySelector('.requirement:not([hidden])')
    shown.textContent = count + ' of ' + items.length + ' requirements shown'
  }

  const setAll = (open) => {
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
    button.textContent = 'Copied'
    setTimeout(() => { button.textContent = 'Copy' }, 1500)
  }

  // A link to a requirement shows it even where the filter hid it.
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    const item = target && target.closest('.requirement')
    if (!item) return
    if (item.hidden) form.reset()
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
    const button = event.target.closest('.copy')
    if (button) copy(button)
  })
  addEventListener('hashchange', reveal)
  filter()
  reveal()
})()
`
