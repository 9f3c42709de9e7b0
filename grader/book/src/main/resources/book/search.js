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
  panel.setAttribute('aria-live', 'polite');
  panel.hidden = true;
  form.append(input, panel);
  document.querySelector('.top').append(form);

  const load = () => new Promise((resolve, reject) => {
    if (window.searchIndex) return resolve();
    const script = document.createElement('script');
    script.src = index;
    script.onload = resolve;
    script.onerror = reject;
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
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    panel.hidden = !words.length;
    if (!words.length) return;
    await load();
    const found = searchIndex.map(section => [score(section, words), section])
      .filter(([sum]) => sum).sort((a, b) => b[0] - a[0]);
    const list = document.createElement('ol');
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
    const said = document.createElement('p');
    said.textContent = found.length > MOST ? `${MOST} of ${found.length} sections` : `${found.length} sections`;
    panel.replaceChildren(said, list);
  };

  input.addEventListener('input', show);
  form.addEventListener('submit', event => {
    event.preventDefault();
    panel.querySelector('a')?.click();
  });
  form.addEventListener('keydown', event => {
    if (event.key === 'Escape') { input.value = ''; panel.hidden = true; input.focus(); }
  });
  document.addEventListener('keydown', event => {
    if (event.key === '/' && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) { event.preventDefault(); input.focus(); }
  });
})();
