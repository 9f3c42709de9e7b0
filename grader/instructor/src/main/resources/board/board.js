// Filters of a ranking; what is chosen stands in the address, so that it can be sent and reloaded.
const form = document.querySelector('.filters');
if (form) {
  const rows = [...document.querySelectorAll('tbody tr[data-team]')];
  const fields = ['team', 'technique', 'verdict'];
  const said = new URLSearchParams(location.hash.slice(1));
  for (const f of fields) form.elements[f].value = said.get(f) ?? '';
  const show = () => {
    const want = Object.fromEntries(fields.map(f => [f, form.elements[f].value.trim()]));
    let shown = 0;
    for (const row of rows) {
      const d = row.dataset;
      row.hidden = !(d.team.includes(want.team.toLowerCase())
        && (!want.technique || d.techniques.split('\n').includes(want.technique))
        && (!want.verdict || d.verdict === want.verdict));
      shown += row.hidden ? 0 : 1;
    }
    const any = fields.some(f => want[f]);
    form.querySelector('output').textContent = any ? `${shown} of ${rows.length} shown; ranks are those among all` : '';
    const text = new URLSearchParams(Object.entries(want).filter(([, v]) => v)).toString();
    history.replaceState(null, '', text ? '#' + text : location.pathname + location.search);
  };
  form.hidden = false;
  form.addEventListener('input', show);
  form.addEventListener('reset', () => setTimeout(show));
  form.addEventListener('submit', e => e.preventDefault());
  show();
}
// The live page: loads again when something is new, and nobody is typing.
const live = document.querySelector('meta[name=board-state]');
if (live) {
  setInterval(async () => {
    try {
      const answer = await fetch(live.dataset.from, { cache: 'no-store' });
      if ((await answer.text()) !== live.content && !document.activeElement?.closest('.filters')) location.reload();
    } catch { /* the server has ended: the page stays as it is */ }
  }, 2000);
}
