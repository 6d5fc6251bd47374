import { html } from '@rapport/http-contract/markup';
import { consoleContract } from '@rapport/public-contract';

/** Leads on from the end of a way. */
export const onward = html`<p><a href="${consoleContract.showConsole.path}">Open the console</a></p>`;
