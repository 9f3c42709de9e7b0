// The search, the one thing here that needs a script: its field is made by it.
(() => {
  const { index, root } = document.currentScript.dataset;
  const MOST = 12;
  const form = document.createElement('form');
  form.className = 'search';
  form.setAttribute('role', 'search');
  const input = Object.assign(document.createElement('input'),
    { type: 'search', placeholder: 'Search', autocomplete: 'off' });
  input.setAttribute('aria-label', 'Search the book');
  const panel = document.createElement('div');
  panel.hidden = true;
  const count = document.createElement('p'); // alone is read aloud when it changes
  count.setAttribute('aria-live', 'polite');
  const list = document.createElement('ol');
  panel.append(count, list);
  form.append(input, panel);
  document.querySelector('.top').append(form);

  let loading; // one for all keys; another after it has failed
  const load = () => loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = index;
    script.onload = resolve;
    script.onerror = () => { loading = undefined; reject(new Error(`no ${index}`)); };
    document.head.append(script);
  });

  // A word in a title counts most, then one in a heading; every word must be found.
  const score = (section, words) => {
    const [, title, heading, text] = section.map(s => s.toLowerCase());
    let sum = 0;
    for (const word of words) {
      const found = (title.includes(word) ? 4 : 0) + (heading.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0);
      if (!found) return 0;
      sum += found;
    }
    return sum;
  };

  const show = async () => {
    const asked = input.value;
    const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) { panel.hidden = true; return; }
    await load();
    if (input.value !== asked || !form.contains(document.activeElement)) return;
    const found = searchIndex.map(section => [score(section, words), section])
      .filter(([sum]) => sum).sort((a, b) => b[0] - a[0]);
    list.replaceChildren();
    for (const [, [address, title, heading, text]] of found.slice(0, MOST)) {
      const link = Object.assign(document.createElement('a'), { href: root + address, textContent: heading || title });
      const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 40);
      const line = document.createElement('span');
      line.textContent = (heading ? title + ' · ' : '') + text.slice(at, at + 120).replace(at ? /^\S*\s/ : '', '');
      link.append(line);
      const item = document.createElement('li');
      item.append(link);
      list.append(item);
    }
    panel.hidden = false;
    count.textContent = found.length > MOST ? `${MOST} of ${found.length} sections` : `${found.length} sections`;
  };

  const close = () => { panel.hidden = true; };

  input.addEventListener('input', show);
  input.addEventListener('focus', show);
  form.addEventListener('submit', event => {
    event.preventDefault();
    if (!panel.hidden) list.querySelector('a')?.click();
  });
  form.addEventListener('keydown', event => {
    if (event.key === 'Escape') { input.value = ''; close(); input.focus(); }
  });
  list.addEventListener('click', event => { if (event.target.closest('a')) close(); });
  for (const kind of ['focusin', 'click']) {
    document.addEventListener(kind, event => { if (!form.contains(event.target)) close(); });
  }
  document.addEventListener('keydown', event => {
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key === '/' && !modified && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) { event.preventDefault(); input.focus(); }
  });
})();
