import { appendFileSync } from 'node:fs';
import { sentenceOf } from '@rapport/command-line';
import type { Exit } from '@rapport/local-servers';
import type { MemberEvent } from '../supervision/member-event.ts';
import { logFile } from './logs.ts';

/** Notes the starts and ends of all processes in the log `platform`. A full disk must not end what keeps them alive. */
export function noteInLog(dataDir: string, event: MemberEvent): void {
  const { name, instance } = event;
  const { level, message, ...more } = described(event);
  const head = { level, time: new Date().toISOString(), service: 'platform', instance: '1' };
  const line = {
    ...head,
    message: `${name} ${instance} ${message}`,
    process: name,
    processInstance: instance,
    ...more,
  };
  try {
    appendFileSync(logFile(dataDir, 'platform'), `${JSON.stringify(line)}\n`, { mode: 0o600 });
  } catch {
    // The state of the process is in the status all the same.
  }
}

interface Description {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly pid?: number | null;
}

function described(event: MemberEvent): Description {
  switch (event.happened) {
    case 'started':
      return { level: 'info', message: 'has started', pid: event.pid };
    case 'ready':
      return { level: 'info', message: 'is ready' };
    case 'degraded':
      return { level: 'warn', message: 'is not ready any more' };
    case 'ended':
      return event.isMeant
        ? { level: 'info', message: 'has stopped' }
        : { level: 'error', message: `has ended (${exitText(event.exit)}) and is started again` };
    case 'failed':
      return { level: 'error', message: `could not be started: ${sentenceOf(event.error)}` };
  }
}

function exitText({ code, signal }: Exit): string {
  return signal === null ? `exit code ${code ?? 'unknown'}` : signal;
}
