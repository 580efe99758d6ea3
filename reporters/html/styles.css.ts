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
  --seen: light-dark(#0a58a8, #82b9f5);
  --mark: light-dark(#ffe08a, #5c4708);
  --mark-text: light-dark(#1b1f24, #fff3cf);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
:root:has(#theme-light:checked) { color-scheme: light }
:root:has(#theme-dark:checked) { color-scheme: dark }
* { box-sizing: border-box }
html { scroll-padding-top: 9rem; -webkit-text-size-adjust: 100% }
body {
  margin: 0 auto; max-width: 76rem; padding: 0 1.5rem 4rem;
  background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums;
}
h1, h2, h3, h4, h5, p, dl, ul, pre, fieldset { margin: 0; padding: 0 }
h1 { font-size: 2.25rem; line-height: 1.15; font-weight: 650; letter-spacing: -0.015em }
h2 { font-size: 1.25rem; line-height: 1.3; font-weight: 650; margin: 2.75rem 0 0.75rem }
h3 { font-size: 1rem; font-weight: 650; margin: 2rem 0 0.25rem; display: flex; flex-wrap: wrap; gap: 0 0.6rem; align-items: baseline }
h4 { font-size: 0.9375rem; font-weight: 650 }
h5 { font-size: 0.8125rem; font-weight: 600; color: var(--soft) }
ul { list-style: none }
a { color: var(--link); text-underline-offset: 0.15em }
code, pre, .id { font-family: var(--mono); font-size: 0.8125rem }
code { overflow-wrap: anywhere; unicode-bidi: isolate }
fieldset { border: 0; min-width: 0 }
legend { float: left; padding: 0; color: var(--soft); margin-right: 0.75rem }
summary { cursor: pointer }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px }
[hidden] { display: none !important }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.skip { position: absolute; left: 1.5rem; top: -4rem; background: var(--ground); padding: 0.5rem 0.75rem; z-index: 1 }
.skip:focus { top: 0.5rem }
.note, .kicker, .meta, .tally, .number, .count { color: var(--soft); font-size: 0.8125rem; font-weight: 400 }
.number { font-size: inherit; min-width: 2rem }
.good { color: var(--good) } .bad { color: var(--bad) } .open { color: var(--open) } .seen { color: var(--seen) } .quiet { color: var(--soft) }

header { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; align-items: baseline; padding: 0.6rem 0; border-bottom: 1px solid var(--line); font-size: 0.8125rem }
header .kicker { margin-right: auto }
header nav { display: flex; flex-wrap: wrap; gap: 0 1rem }
.theme { display: flex; gap: 0.75rem; flex-wrap: wrap }
.theme input { margin: 0 0.15rem 0 0; accent-color: var(--link); vertical-align: -0.1em }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.8125rem }

.summary { padding-top: 1.25rem }
.target { margin-top: 0.35rem; overflow-wrap: anywhere; color: var(--soft) }
.about { margin-top: 0.5rem; font-size: 0.875rem }
.about summary { color: var(--soft) }
.summary + section h2 { margin-top: 1.5rem }
.cause { border-top: 1px solid var(--line) }
.cause:last-child { border-bottom: 1px solid var(--line) }
.cause .title { font-weight: 600; overflow-wrap: anywhere }
.cause .points li { display: block }
.fix { margin: 0.6rem 0; padding: 0.1rem 0 0.1rem 0.75rem; border-left: 3px solid var(--line) }
.lead { font-size: 1.125rem; margin: 0.35rem 0 0 }
.facts { display: grid; gap: 0.1rem 2rem }
.facts > div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0.75rem }
.facts dt { color: var(--soft) }
.facts dd { margin: 0; overflow-wrap: anywhere }
.run { grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); margin: 0.5rem 0 1rem; padding: 1rem 0; border: solid var(--line); border-width: 1px 0 }
.counts { display: flex; flex-wrap: wrap; gap: 0.4rem 0.5rem; margin-top: 0.75rem }
.counts a { display: block; white-space: nowrap; padding: 0.1rem 0.6rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--text); text-decoration: none }
.counts a:hover { border-color: var(--text) }
.badge { display: inline-block; font-weight: 600; white-space: nowrap }
.sign { display: inline-block; width: 1.15em }
.points li { display: grid; grid-template-columns: 9.75rem minmax(0, 1fr); gap: 0.75rem; padding: 0.3rem 0 }
.points .statement, .line .statement, .line .note, th .note, td .note { display: block }
.reasons { margin: 0.25rem 0 0.75rem 1.2rem }
.reasons li { padding: 0.2rem 0; overflow-wrap: anywhere }
.reason { display: block }

form { display: none; position: sticky; top: 0; z-index: 1; flex-wrap: wrap; gap: 0.4rem 1.25rem; align-items: center; padding: 0.5rem 0.75rem; background: var(--raised); border: 1px solid var(--line); border-radius: 4px; font-size: 0.875rem }
.js form { display: flex }
form fieldset { flex: 1 0 100% }
form fieldset label { display: inline-block; margin-right: 1.1rem; white-space: nowrap }
form input[type=search], select, button { font: inherit; color: inherit; background: var(--ground); border: 1px solid light-dark(#868e98, #6d7682); border-radius: 3px; padding: 0.2rem 0.5rem; max-width: 100% }
form input[type=search] { width: 14rem }
input[type=checkbox] { accent-color: var(--link); margin: 0 }
button { cursor: pointer }
button:hover { border-color: var(--text) }
.buttons { display: flex; gap: 0.5rem }
#shown { margin-left: auto; color: var(--soft) }

.requirements { border-top: 1px solid var(--line) }
.requirement { border-bottom: 1px solid var(--line) }
.line { display: grid; grid-template-columns: 9.75rem minmax(0, 1fr) auto; gap: 0 0.75rem; padding: 0.5rem 0; align-items: baseline }
.line .id { font-weight: 600 }
.line .meta { text-align: right }
summary.line { list-style: none; position: relative }
summary.line::-webkit-details-marker { display: none }
summary.line::before { content: "▸"; content: "▸" / ""; position: absolute; left: -1rem; top: 0.5rem; color: var(--soft) }
details[open] > summary.line::before { content: "▾"; content: "▾" / "" }
summary.line:hover .id { text-decoration: underline }
.findings { padding: 0.25rem 0 1.5rem; scroll-margin-top: 6rem }
.finding { padding: 0.75rem 0 0 }
.finding + .finding { margin-top: 1rem }
.finding .facts { margin: 0.5rem 0 }
.message { overflow-wrap: anywhere }
.rest { margin-top: 1rem }
.exchanges { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 0.75rem 1.5rem; margin: 0.75rem 0 }
.exchange, .sides > div { min-width: 0 }
.exchange:only-child .sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 0.25rem 1.5rem }
.fix + .finding, .fix + .finding .exchanges { padding-top: 0; margin-top: 0 }
pre { padding: 0.6rem 0.75rem; margin: 0.25rem 0; background: var(--raised); border: 1px solid var(--line); border-radius: 4px; line-height: 1.45; white-space: pre-wrap; overflow-wrap: anywhere; overflow: hidden; unicode-bidi: isolate }
pre i { font-style: normal; color: var(--soft); opacity: 1 }
mark { background: var(--mark); color: var(--mark-text); border-radius: 2px; box-shadow: 0 0 0 1px var(--mark) }
mark i { color: inherit }
mark.gap::before { content: "‸"; content: "‸" / "" }
.failure { color: var(--bad); overflow-wrap: anywhere }
.command { position: relative; margin-top: 0.75rem }
.copy { display: none; position: absolute; right: 0.4rem; top: 1.65rem; font-size: 0.75rem }
.js .copy { display: block }
.js .command pre { padding-right: 5rem }

.strip { display: block; width: 100%; height: 28px; margin-top: 0.5rem }
.strip path { fill: none; stroke: var(--seen); stroke-width: 2px; vector-effect: non-scaling-stroke }
.strip .axis { stroke: var(--line); stroke-width: 1px }
.strip .place { stroke: var(--bad); stroke-width: 2px }
.scale { display: flex; justify-content: space-between; color: var(--soft); font-size: 0.75rem }

.wide { overflow-x: auto; margin: 0.5rem 0 }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 1rem 0.3rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; font-weight: 400 }
th:last-child, td:last-child { padding-right: 0 }
thead th { color: var(--soft); font-weight: 600 }
.n { text-align: right; white-space: nowrap }
.here td { background: var(--mark); color: var(--mark-text) }
.of { width: 40% }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 0 3rem; align-items: start }

@media (max-width: 40rem) {
  body { padding: 0 1rem 3rem }
  h1 { font-size: 1.5rem }
  header { padding: 0.4rem 0 }
  header nav { flex-wrap: nowrap; overflow-x: auto; gap: 0.65rem; font-size: 0.75rem }
  header .kicker { display: none }
  .summary { padding-top: 0.6rem }
  .lead { font-size: 1rem; margin-top: 0.1rem }
  .counts, .about { margin-top: 0.4rem }
  .counts { flex-wrap: nowrap; overflow-x: auto }
  .summary + section h2 { margin: 0.75rem 0 0.35rem }
  .cause .line { grid-template-columns: auto minmax(0, 1fr) }
  .cause .line .what { grid-row: auto; grid-column: auto }
  form fieldset { display: flex; overflow-x: auto }
  form { gap: 0.3rem 0.75rem; padding: 0.35rem 0.5rem }
  form label input[type=search], form select { width: 7rem }
  .buttons [name=open], .buttons [name=close] { display: none }
  .line { grid-template-columns: minmax(0, 1fr) auto; padding-left: 0 }
  .line .what { grid-row: 2; grid-column: 1 / -1 }
  .line .meta { grid-column: 2; grid-row: 1 }
  summary.line { padding-left: 1rem }
  summary.line::before { left: 0 }
  .points li { grid-template-columns: minmax(0, 1fr); gap: 0 }
  .facts > div { grid-template-columns: 5.5rem minmax(0, 1fr); gap: 0.5rem }
  .run { gap: 0.5rem }
  .run > div { grid-template-columns: 7rem minmax(0, 1fr); gap: 0.5rem }
  #shown { margin-left: 0 }
}
@media print {
  :root { color-scheme: light !important }
  form, .theme, .copy, .skip, header nav { display: none !important }
  details::details-content { content-visibility: visible !important; block-size: auto !important; display: block !important }
  .exchange, .line { break-inside: avoid }
}
`
