/** The script of the page: hides the rows that the filter does not name. Without it, all of them are there. */
export const filterScript = `
'use strict'
const form = document.querySelector('form')
const box = document.getElementById('filter')
const wrong = document.getElementById('wrong')
const shown = document.getElementById('shown')
const rows = [...document.querySelectorAll('tbody tr')]
const texts = rows.map((row) => row.textContent.toLowerCase())
document.documentElement.classList.add('js')

function filter() {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let count = 0
  rows.forEach((row, at) => {
    const fits = words.every((word) => texts[at].includes(word)) && (!wrong.checked || row.classList.contains('wrong'))
    row.hidden = !fits
    if (fits) count += 1
  })
  for (const section of document.querySelectorAll('section')) section.hidden = !section.querySelector('tbody tr:not([hidden])')
  shown.textContent = count === rows.length ? rows.length + ' rows' : count + ' of ' + rows.length + ' rows'
}

form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('input', filter)
filter()
`
