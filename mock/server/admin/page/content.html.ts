/** The page before its script has loaded any data. */
const table = (
  id: string,
  label: string,
  heads: readonly string[],
): string => `<div class="wide" role="region" aria-label="${label}" tabindex="0">
<table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody id="${id}"></tbody>
</table>
</div>`

export const content = `<a class="skip" href="#requests-title">Skip to the requests</a>
<header>
<h1>Mock gateway</h1>
<p><span class="soft">Clock</span> <time id="clock">–</time></p>
<p id="state" role="status">Connecting to the mock.</p>
<button type="button" id="pause" aria-pressed="false">Pause</button>
</header>
<noscript><p>This page needs its script. The admin API shows the same without it: GET /openapi.json.</p></noscript>
<main>
<form id="token" hidden>
<label for="token-text">The token of this admin API</label>
<input id="token-text" type="password" autocomplete="off" required>
<button type="submit">Use it</button>
<p class="soft">It stays in this tab until the page is reloaded.</p>
</form>
<section aria-labelledby="projects-title">
<h2 id="projects-title">Projects</h2>
${table('projects', 'Projects, can be scrolled', ['Project', 'Quota used', 'Requests', 'Refused', 'Failed', 'Attempts', 'Prompt tokens', 'Completion tokens', 'Price in millionths'])}
<p class="soft" id="projects-note"></p>
</section>
<section aria-labelledby="script-title">
<h2 id="script-title">Queued replies</h2>
<ul id="script"></ul>
<p class="soft" id="script-note"></p>
</section>
<section aria-labelledby="verdict-title">
<h2 id="verdict-title">Verdict on the clients</h2>
<p id="verdict">–</p>
<ul id="findings"></ul>
</section>
<section aria-labelledby="requests-title">
<h2 id="requests-title" tabindex="-1">Requests</h2>
<p class="filter"><label for="only">Of the project</label> <select id="only"><option value="">all</option></select></p>
<p class="soft" id="requests-note"></p>
${table('requests', 'Requests, the latest first, can be scrolled', ['Number', 'Time', 'Status', 'Request', 'Project', 'Took', 'Verdict', 'Findings'])}
</section>
</main>`
