/** The script of the page: hides rows that do not match the filter. Without it, all rows are visible. */

const form = document.querySelector('form')
/** @returns {HTMLInputElement} */
const input = (id) => document.querySelector(`#${id}`)
const box = input('filter')
const wrong = input('wrong')
const shown = document.getElementById('shown')
/** @type {NodeListOf<HTMLElement>} */
const found = document.querySelectorAll('tbody tr')
const rows = [...found]
const texts = rows.map((row) => row.textContent.toLowerCase())
document.documentElement.classList.add('js')

function filter() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  rows.forEach((row, at) => {
    const fits = words.every((word) => texts[at].includes(word)) && (!wrong.checked || row.classList.contains('wrong'))
    row.hidden = !fits
    if (fits) count += 1
  })
  for (const section of document.querySelectorAll('section'))
    section.hidden = !section.querySelector('tbody tr:not([hidden])')
  shown.textContent = count === rows.length ? `${rows.length} rows` : `${count} of ${rows.length} rows`
}

form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('input', filter)
filter()
