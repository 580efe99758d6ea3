/** The style sheet of the page. Colours are pairs, for light and for dark. */
export const styles = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#ffffff, #15181c);
  --raised: light-dark(#f6f7f9, #1d2126);
  --line: light-dark(#d9dde3, #343a42);
  --text: light-dark(#1b1f24, #e6e9ed);
  --soft: light-dark(#535c67, #a3acb7);
  --link: light-dark(#0a58a8, #82b9f5);
  --good: light-dark(#17693a, #5cc98f);
  --bad: light-dark(#b3231b, #ff8f85);
  --open: light-dark(#7d5000, #e3b35c);
}
* { box-sizing: border-box }
body {
  margin: 0 auto; max-width: 90rem; padding: 0 1.5rem 4rem;
  background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums;
}
h1, h2, p, ul { margin: 0; padding: 0 }
h1 { font-size: 1.25rem; font-weight: 650; margin-right: auto }
h2 { font-size: 1.0625rem; font-weight: 650; margin: 2rem 0 0.5rem }
ul { list-style: none }
a { color: var(--link) }
button, input, select { font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: 4px; padding: 0.15rem 0.6rem; max-width: 100% }
button { cursor: pointer }
button[aria-pressed=true] { border-color: var(--text) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
[hidden] { display: none !important }
.skip { position: absolute; left: 1.5rem; top: -4rem; background: var(--ground); padding: 0.5rem 0.75rem; z-index: 2 }
.skip:focus { top: 0.5rem }
header { display: flex; flex-wrap: wrap; gap: 0.4rem 1.5rem; align-items: baseline; padding: 0.75rem 0; border-bottom: 1px solid var(--line); position: sticky; top: 0; background: var(--ground); z-index: 1 }
#requests-title { scroll-margin-top: 5rem }
#token { margin-top: 1.5rem; display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center }
#token p { width: 100% }
.soft { color: var(--soft); font-size: 0.875rem }
.filter { margin-bottom: 0.5rem }
.wide { overflow-x: auto; border-top: 1px solid var(--line) }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.9rem 0.3rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; min-width: 4rem }
th { font-weight: 600; font-size: 0.875rem; color: var(--soft) }
thead th { overflow-wrap: normal }
tbody th { color: var(--text) }
td.long { min-width: 14rem }
.short { white-space: nowrap; overflow-wrap: normal }
code, pre, .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.8125rem }
pre { margin: 0.25rem 0; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 16rem; overflow: auto; background: var(--raised); padding: 0.5rem; unicode-bidi: isolate }
li { padding: 0.2rem 0; overflow-wrap: anywhere }
.part { display: block }
.good { color: var(--good) } .bad { color: var(--bad) } .open { color: var(--open) }
@media (max-width: 40rem) { body { padding: 0 0.75rem 3rem } header { position: static } .skip { left: 0.75rem } }
`
