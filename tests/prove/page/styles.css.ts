/** The style sheet of the page. Colours come in pairs, for light and for dark. */
export const styles = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#ffffff, #15181c);
  --raised: light-dark(#f6f7f9, #1d2126);
  --line: light-dark(#d9dde3, #343a42);
  --text: light-dark(#1b1f24, #e6e9ed);
  --soft: light-dark(#535c67, #a3acb7);
  --good: light-dark(#17693a, #5cc98f);
  --bad: light-dark(#b3231b, #ff8f85);
  --link: light-dark(#0a58a8, #82b9f5);
}
* { box-sizing: border-box }
html { scroll-padding-top: 4rem }
body { margin: 0 auto; max-width: 96rem; padding: 0 1.5rem 3rem; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums }
h1 { font-size: 2.1rem; line-height: 1.15; font-weight: 650; margin: 2rem 0 0.5rem }
h2 { font-size: 1.25rem; font-weight: 650; margin: 2.5rem 0 0.5rem }
small { font-weight: 400; font-size: 0.875rem; color: var(--soft); margin-left: 0.4rem }
header p, section > p { max-width: 62rem; color: var(--soft); margin: 0.5rem 0 }
code { font: 0.8125rem ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace }
.good { color: var(--good) } .bad { color: var(--bad) }
[hidden] { display: none }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }

.figures { display: flex; flex-wrap: wrap; gap: 1rem; margin: 1.25rem 0 }
.figures > div { border: 1px solid var(--line); border-left: 4px solid; border-radius: 4px; padding: 0.5rem 1.1rem; background: var(--raised) }
.figures dt, .figures dd { margin: 0; color: var(--soft); font-size: 0.875rem }
.figures a { color: inherit; text-underline-offset: 0.15em }
.figures b { color: var(--text); font-size: 1.5rem; font-weight: 650; margin-right: 0.3rem }

form { display: none; position: sticky; top: 0; z-index: 2; flex-wrap: wrap; gap: 0.4rem 1rem; align-items: center; padding: 0.6rem 1rem;
  background: var(--raised); border: 1px solid var(--line); border-radius: 4px }
.js form { display: flex }
form input[type=search] { flex: 0 1 24rem; min-width: 8rem; font: inherit; color: inherit; background: var(--ground);
  border: 1px solid light-dark(#868e98, #6d7682); border-radius: 3px; padding: 0.2rem 0.5rem }
output { margin-left: auto; color: var(--soft) }

.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem }
th, td { text-align: left; vertical-align: top; font-weight: 400; padding: 0.35rem 1rem 0.35rem 0; border-bottom: 1px solid var(--line) }
thead th { color: var(--soft); font-weight: 600 }
tbody th { width: 30% }
tbody th code { font-weight: 600; overflow-wrap: anywhere }
tbody th p { margin: 0.1rem 0 0; color: var(--soft) }
td code { color: var(--soft); white-space: nowrap }
td code.bad, .wrong > th > code { color: var(--bad) }
.wrong > * { background: light-dark(#fdecea, #3a1f1d) }
.wrong ul { margin: 0.25rem 0 0; padding-left: 1.1rem; color: var(--bad); overflow-wrap: anywhere }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.8125rem }
@media (max-width: 45rem) { body { padding: 0 1rem 2rem } h1 { font-size: 1.6rem } }
@media print { :root { color-scheme: light } form { display: none !important } tr { break-inside: avoid } }
`
