import { systemChromium } from '@rapport/local-servers';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest';

export const { baseUrl } = inject('platform');

let browser: Browser;

/** Starts the browser in which a file's windows open. */
export function withBrowser(): void {
  beforeAll(async () => {
    const found = await systemChromium();
    if ('missing' in found) {
      throw new Error(found.missing);
    }
    browser = await chromium.launch({ executablePath: found.program, args: ['--no-sandbox'] });
  });
  afterAll(() => browser?.close());
}

/** A window of a browser of its own. Any complaint of the browser, and any request to another host, fails the test. */
export async function newWindow(): Promise<ConsoleWindow> {
  const window = await openWindow();
  onTestFinished(async () => {
    await window.context.close();
    expect(window.complaints).toEqual([]);
  });
  return window;
}

async function openWindow(): Promise<ConsoleWindow> {
  const context = await browser.newContext({ baseURL: baseUrl, timezoneId: 'Europe/Berlin' });
  return new ConsoleWindow(context, await context.newPage());
}

interface SignedInPerson {
  readonly email: string;
  readonly password: string;
}

/** A window in which a person has signed in, and looks at the home page. */
export async function signedInWindow(person: SignedInPerson): Promise<ConsoleWindow> {
  return signedIn(await newWindow(), person);
}

/** A window for all tests of a file, which look at its complaints themselves. */
export async function lastingWindow(person: SignedInPerson): Promise<ConsoleWindow> {
  return signedIn(await openWindow(), person);
}

async function signedIn(window: ConsoleWindow, person: SignedInPerson): Promise<ConsoleWindow> {
  await window.page.goto('/console');
  await window.page.getByRole('link', { name: 'Sign in' }).click();
  await window.signIn(person);
  await window.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  return window;
}

export class ConsoleWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: string[] = [];
  /** The requests of the window, by method and path. */
  readonly requests: string[] = [];
  /** Complaints that the test itself brings about, such as a service that it keeps away. */
  readonly expected: RegExp[] = [];

  constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    page.setDefaultTimeout(15_000);
    page.on('console', (message) => message.type() === 'error' && this.#complain(message.text()));
    page.on('pageerror', (error) => this.#complain(String(error)));
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      this.requests.push(`${request.method()} ${pathname}`);
      if (origin !== baseUrl) {
        this.#complain(`a request to ${origin}`);
      }
    });
    page.on('response', (response) => {
      if (response.status() === 403 || response.status() >= 500) {
        this.#complain(`${response.status()} of ${response.url()}`);
      }
    });
  }

  async signIn({ email, password }: SignedInPerson): Promise<void> {
    await this.page.locator('#email').fill(email);
    await this.page.locator('#password').fill(password);
    await this.page.locator('button[type=submit]').click();
  }

  #complain(text: string): void {
    if (!this.expected.some((expected) => expected.test(text))) {
      this.complaints.push(text);
    }
  }
}
