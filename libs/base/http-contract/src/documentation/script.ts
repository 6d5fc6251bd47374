/**
 * The page does this where a browser runs scripts: search its operations and schemas, copy a piece of code, and keep to
 * the language that its reader has chosen. All else works without.
 */
export const script = `
const make = (tag, members) => Object.assign(document.createElement(tag), members);
const nav = document.querySelector('nav');
const field = make('input', { type: 'search', placeholder: 'Search: press /' });
field.setAttribute('aria-label', 'Search');
nav.prepend(field);
const entries = [...nav.querySelectorAll('li')];
let words;
const wordsOf = (entry) => {
  const section = document.getElementById(entry.firstChild.getAttribute('href').slice(1));
  const elements = section?.tagName === 'SECTION' ? [...section.querySelectorAll('h3, .address, th code')] : [];
  return [entry, ...elements].map((element) => element.textContent).join(' ').toLowerCase();
};
field.addEventListener('input', () => {
  words ??= new Map(entries.map((entry) => [entry, wordsOf(entry)]));
  const asked = field.value.toLowerCase().split(/\\s+/);
  for (const entry of entries) entry.hidden = !asked.every((word) => words.get(entry).includes(word));
  for (const list of nav.querySelectorAll('ul')) {
    const isEmpty = [...list.children].every((entry) => entry.hidden);
    list.hidden = isEmpty;
    if (list.previousElementSibling?.tagName === 'B') list.previousElementSibling.hidden = isEmpty;
  }
});
field.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') entries.find((entry) => !entry.hidden)?.firstChild.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === field) return;
  event.preventDefault();
  field.focus();
  field.select();
});
for (const code of document.querySelectorAll('main pre')) {
  const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = 'Selected';
    }
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  code.before(button);
}
let language;
document.addEventListener('toggle', ({ target }) => {
  const chosen = target.open ? target.dataset.language : undefined;
  if (chosen === undefined || chosen === language) return;
  language = chosen;
  for (const other of document.querySelectorAll('[data-language="' + chosen + '"]')) other.open = true;
}, true);
`;
