import { implement } from '@rapport/http-contract';
import { readingPage } from '@rapport/http-contract/documentation';
import { errorPage, errorPagesPath } from '@rapport/http-contract/failures';
import { html, inline, paragraphs, type Markup } from '@rapport/http-contract/markup';
import { AppError, errorCodes, nearest, type CallContext, type ErrorCode } from '@rapport/kernel';
import { documentContract, errorPageContract } from '@rapport/public-contract';
import texts from './error-pages.json' with { type: 'json' };
import { keptBody } from './kept-body.ts';

/** The meaning of each code is the same from every process of a version. A page is rendered at its first request. */
export function errorPageRoutes() {
  const rendered = new Map<string, Answer>();
  const answerOf = (name: string, make: () => Answer): Answer => {
    const answer = rendered.get(name) ?? make();
    rendered.set(name, answer);
    return answer;
  };
  return implement(errorPageContract)<CallContext>({
    listErrorPages: async () => answerOf('', list),
    getErrorPage: async (_, { params: { code } }) => {
      if (!isCode(code)) {
        throw unknownCode(code);
      }
      return answerOf(code, () => page(code));
    },
  });
}

type Answer = ReturnType<typeof answer>;

const pages: Readonly<Record<ErrorCode, string>> = texts;

export const codes = Object.keys(errorCodes).filter(isCode).toSorted();

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}

function unknownCode(code: string): AppError {
  const near = nearest(code, codes);
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  return new AppError('not_found', `There is no such code.${meant} ${errorPagesPath} lists all codes.`);
}

function page(code: ErrorCode) {
  const [, ...blocks] = pages[code].split('\n\n');
  return answer(
    code,
    html`<h1><code>${code}</code></h1>
      ${paragraphs(blocks.join('\n\n'))}`,
  );
}

function list() {
  const byStatus = [...Map.groupBy(codes, (code) => errorCodes[code])].toSorted(([one], [other]) => one - other);
  const groups = byStatus.map(
    ([status, own]) =>
      html`<h2>HTTP ${status}</h2>
        <dl class="codes">
          ${own.map(
            (code) =>
              html`<dt>${linkTo(code)}</dt>
                <dd>${inline(meaningOf(code))}</dd>`,
          )}
        </dl>`,
  );
  return answer(
    'Codes of failures',
    html`<h1>Codes of failures</h1>
      <p>
        A failure says what is wrong in <code>code</code>, or in <code>errorCode</code> at the application API. Programs
        go by it alone; the texts beside it are for people.
      </p>
      ${groups}`,
  );
}

/** The sentence behind the status, with which each page begins. */
export function meaningOf(code: ErrorCode): string {
  const [, first = ''] = pages[code].split('\n\n');
  return first.replace(/^HTTP \d+\. /, '');
}

function linkTo(code: ErrorCode): Markup {
  return html`<a href="${errorPage(code)}"><code>${code}</code></a>`;
}

function answer(title: string, content: Markup) {
  const { html: body, contentSecurityPolicy } = readingPage(
    `${title} - Rapport`,
    html`${navigation}
      <main>${content}</main>`,
  );
  const kept = keptBody(body);
  const headers = {
    'cache-control': 'public, max-age=300',
    etag: kept.plain.etag,
    'content-security-policy': contentSecurityPolicy,
  };
  return { status: 200, body, kept, headers } as const;
}

const documents = [
  [documentContract.getDocumentation.path, 'Public API'],
  [documentContract.getApplicationDocumentation.path, 'Application API'],
  [documentContract.getSubscriptionDocumentation.path, 'Subscription API'],
] as const;

const navigation = html`<nav>
  <b>Documents</b>
  <ul>
    ${documents.map(([path, name]) => html`<li><a href="${path}">${name}</a></li> `)}
  </ul>
  <b><a href="${errorPagesPath}">Codes of failures</a></b>
  <ul>
    ${codes.map((code) => html`<li>${linkTo(code)}</li> `)}
  </ul>
</nav>`;
