import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

/** A page that a browser got, or the address to which it is sent. */
export interface ReceivedPage {
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** A browser without script and without a window: cookies and forms. It follows no redirect. */
export class Browser {
  readonly #baseUrl: string;
  readonly #localAddress: string | undefined;
  readonly #cookies = new Map<string, string>();

  /** With a local address it is counted apart from the other browsers of this machine. */
  constructor(baseUrl: string, localAddress?: string) {
    this.#baseUrl = baseUrl;
    this.#localAddress = localAddress;
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  get(address: string): Promise<ReceivedPage> {
    return this.#send('GET', address);
  }

  /** Sends the form of a page as a person would: the hidden fields of the page and the given ones. */
  submit(page: ReceivedPage, fields: Readonly<Record<string, string>>): Promise<ReceivedPage> {
    const action = /<form method="post" action="([^"]*)"/.exec(page.text)?.[1];
    const hidden = page.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
    const all = {
      ...Object.fromEntries(Array.from(hidden, ([, name = '', value = '']) => [name, plain(value)])),
      ...fields,
    };
    return this.post(action === undefined ? page.url : plain(action), all);
  }

  post(address: string, fields: Readonly<Record<string, string>>): Promise<ReceivedPage> {
    return this.#send('POST', address, new URLSearchParams(fields).toString());
  }

  async #send(method: string, address: string, body?: string): Promise<ReceivedPage> {
    const url = new URL(address, this.#baseUrl);
    const cookie = Array.from(this.#cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      accept: 'text/html',
      ...(cookie !== '' && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    const options = { method, headers, ...(this.#localAddress && { localAddress: this.#localAddress, family: 4 }) };
    const answer = await send(url, options, body);
    for (const line of answer.headers['set-cookie'] ?? []) {
      this.#keep(line);
    }
    return { url: url.href, status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const [name = '', ...value] = pair.split('=');
    if (attributes.some((attribute) => attribute.trim().toLowerCase() === 'max-age=0')) {
      this.#cookies.delete(name);
    } else {
      this.#cookies.set(name, value.join('='));
    }
  }
}

function send(url: URL, options: RequestOptions, body: string | undefined): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, { ...options, timeout: timeoutMs }, resolve)
      .on('error', reject)
      .on('timeout', function onTimeout(this: ReturnType<typeof request>) {
        this.destroy(new Error(`${url.origin} does not answer.`));
      })
      .end(body);
  });
}

/** The text of an attribute's value as our pages write it. */
function plain(value: string): string {
  return value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

const timeoutMs = 30_000;
