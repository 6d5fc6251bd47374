import type { Locator, Page } from 'playwright-core';

/** The deeds of people on any page, by the names that they see. */
export class Deed {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Follows a link of the main navigation. */
  async goTo(name: string): Promise<void> {
    await this.#page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
    await this.#page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  }

  /** Fills the fields of a dialog and saves it. */
  async fillIn(dialog: string, values: Readonly<Record<string, string>>): Promise<void> {
    const form = await this.type(dialog, values);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
  }

  /** Fills the fields of a dialog, which stays open. */
  async type(dialog: string, values: Readonly<Record<string, string>>): Promise<Locator> {
    const form = this.#page.getByRole('dialog', { name: dialog, exact: true });
    for (const [label, value] of Object.entries(values)) {
      await fill(form.getByLabel(label, { exact: true }), value);
    }
    return form;
  }
}

async function fill(field: Locator, value: string): Promise<void> {
  const isChoice = (await field.evaluate((element) => element.tagName)) === 'SELECT';
  await (isChoice ? field.selectOption(value) : field.fill(value));
}
