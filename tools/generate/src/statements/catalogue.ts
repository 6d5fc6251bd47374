import { addMembers, changeStatus, deleteMember } from '@rapport/campaign-members/statements';
import { changeFeedStatements } from '@rapport/change-feed';
import { customers, opportunities, recordKinds } from '@rapport/crm-records';
import { composed, type Statement } from '@rapport/database';
import { findContacts, findCustomers } from '@rapport/lead-conversion/matches';
import * as conversion from '@rapport/lead-conversion/statements';
import * as contract from '@rapport/public-contract';
import { recordRules } from '@rapport/records';
import { furtherStatements, stepStatement, storeStatements } from '@rapport/records/statements';
import { pipelineText, summarySections } from '@rapport/reports/statements';

/** The statements that a function or a constant makes, whose comment is their head in the catalogue of its lib. */
export interface Made {
  readonly file: string;
  readonly maker: string;
  readonly statements: readonly Statement[];
}

/** Each composed statement, for one kind and surface. */
export function catalogue(): Made[] {
  return [...ofRecords(), ...ofOtherLibs()];
}

function ofRecords(): Made[] {
  const { creates, update, remove, get, list, changes } = storeStatements(...ofCustomers);
  const { byExternalId, ownChanges, batch, follow, fanOut, look, short, walk } = furtherStatements(...ofCustomers);
  const { codes } = creates;
  const steps = opportunities.states ? [stepStatement(opportunities, opportunities.states, recordRules)] : [];
  return [
    made('writing/creating/create-statement', 'createStatements', creates.kept, creates.unkept, creates.plain),
    made('writing/updating/update-statement', 'updateStatement', update),
    made('writing/deleting/delete-statement', 'deleteStatement', remove),
    made('writing/stepping/step-statement', 'stepStatement', ...steps),
    made('writing/batching/batch-statements', 'batchStatements', batch.definitions),
    made('writing/batching/batch-statements', 'holdersStatement', batch.holders),
    made('writing/body/codes', 'takenStatement', ...(codes ? [codes.taken] : [])),
    made('writing/body/codes', 'shownStatement', ...(codes ? [codes.shown] : [])),
    made('writing/body/codes', 'freeStatement', ...(codes ? [codes.free] : [])),
    made('reading/read-statements', 'getStatement', get),
    made('reading/read-statements', 'getByExternalIdStatement', byExternalId),
    made('reading/pages/list-statements', 'listStatements', list.first, list.next),
    made(
      'reading/pages/feed-statements',
      'feedStatements',
      changes.first,
      changes.next,
      ownChanges.first,
      ownChanges.next,
    ),
    made('searching/composing/search-ways', 'lookText', look),
    made('searching/short-search', 'shortSearch', short),
    made('searching/long-search', 'longSearch', walk),
    made('people/follow-owner', 'followStatement', follow),
    made('naming/fan-out-statements', 'chunkStatement', ...fanOut.names),
    made('naming/fan-out-statements', 'doneStatement', fanOut.done),
    made('naming/remnant-chunk', 'remnantChunk', ...fanOut.remnants),
  ];
}

function made(file: string, maker: string, ...statements: readonly Statement[]): Made {
  return { file: `libs/platform/records/src/${file}.ts`, maker, statements };
}

const ofCustomers = [customers, contract.resources.customers, recordKinds] as const;

function ofOtherLibs(): Made[] {
  const conversions = 'libs/crm/lead-conversion/src/conversion-statements.ts';
  const members = 'libs/crm/campaign-members/src/member-statements.ts';
  const { convertLead, moveActivities, mergeMembers, dropMembers, repointMembers } = conversion;
  const ofConversion = { convertLead, moveActivities, mergeMembers, dropMembers, repointMembers };
  return [
    ...alone(conversions, ofConversion),
    ...alone('libs/crm/lead-conversion/src/matches.ts', { findCustomers, findContacts }),
    ...alone(members, { addMembers, changeStatus, deleteMember }),
    ...alone('libs/crm/change-feed/src/move/move-statement.ts', {
      moveStatement: changeFeedStatements(recordKinds).move,
    }),
    ...alone('libs/crm/reports/src/pipeline-text.ts', { pipelineText: pipeline }),
    { file: 'libs/crm/reports/src/summary-sections.ts', maker: 'summarySections', statements: sections },
  ];
}

function alone(file: string, statements: Readonly<Record<string, Statement>>): Made[] {
  return Object.entries(statements).map(([maker, statement]) => ({ file, maker, statements: [statement] }));
}

const own = { visibility: { scope: 'own', userId: '' } } as const;
const filter = { ownerUserId: '', teamId: '', closeFrom: '', closeTo: '' };
const pipeline = composed('report_pipeline', pipelineText(own, filter), { ...filter, viewer: '' }).statement;
const sections = summarySections.map(
  ({ kind, text }) => composed(`dashboard_${kind}`, text(own), { viewer: '' }).statement,
);
