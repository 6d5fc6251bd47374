import { compare, compareShown, compareVersion, expectSame } from '../../compare.ts';
import type { ModelRecord } from '../../model.ts';
import type { Prediction } from '../../predict.ts';
import type { Members } from '../../resources.ts';
import { compareFigures } from '../compare-figures.ts';
import { kinds } from '../kinds.ts';
import type { PeopleStage } from '../people-stage.ts';
import type { Person } from '../person.ts';
import { bodyOfConversion, legacyBody, type ConversionBody } from './conversion-body.ts';
import type { Convert } from './conversion-operations.ts';
import { convertRecord, type Converted } from './convert-record.ts';
import { kindOf, targets, type Target } from './mapped-lead.ts';
import { activitiesOf, inOrder, predictConversion, predictPreview, type ConversionPlan } from './predict-conversion.ts';

/** Looks at what a lead would become, or converts it, on the application API and on the model side by side. */
export async function playConversion(stage: PeopleStage, operation: Convert): Promise<void> {
  const { people, clerk, idsFor } = stage;
  const person = [...people, clerk][operation.by] ?? clerk;
  const lead = chosenLead(stage, person, operation);
  const leadId = lead?.id ?? missingId;
  switch (operation.way) {
    case 'preview':
      return preview(stage, person, lead, leadId);
    case 'execute':
      return execute(stage, person, lead, bodyOfConversion(operation, lead, leadId, idsFor(person)));
    case 'legacy':
      return convertBySuggestion(stage, person, lead, legacyBody(leadId));
  }
}

/** A lead, or one of those with activities, which move with it. */
function chosenLead({ model, pick }: PeopleStage, person: Person, { record, isOfActive }: Convert) {
  const active = model.list(person, 'leads').filter((lead) => activitiesOf(model, lead).length > 0);
  return isOfActive && active.length > 0 ? active[record % active.length] : pick(person, 'leads', record);
}

async function preview(
  { model, requests }: PeopleStage,
  person: Person,
  lead: ModelRecord | undefined,
  leadId: string,
): Promise<void> {
  const answer = await requests.send(person, 'GET', `lead/convert-preview/${leadId}`);
  if (lead === undefined || !model.sees(person, lead)) {
    return compare(model, person, answer, { status: 404, code: 'not_found' });
  }
  compare(model, person, answer, { status: 200 });
  // The application API keeps to its contract; that is tested elsewhere.
  const { blockers, fieldMappings, ...shown } = answer.body as PreviewBody;
  const found = { ...shown, blockers: blockers.map(({ code }) => code), fieldMappings: inOrder(fieldMappings) };
  const { version, ...foretold } = predictPreview(model, person, lead);
  expectSame('the preview', found, { ...foretold, version: lead.mayBeNewer ? shown['version'] : version });
}

interface PreviewBody extends Members {
  readonly blockers: readonly { readonly code: string }[];
  readonly fieldMappings: readonly Members[];
}

async function execute(
  stage: PeopleStage,
  person: Person,
  lead: ModelRecord | undefined,
  body: ConversionBody,
): Promise<void> {
  const { model, requests } = stage;
  const { refusal, data, plan } = predictConversion(model, person, lead, body);
  const answer = await requests.send(person, 'POST', 'lead/convert', { body: { ...body } });
  compare(model, person, answer, refusal ?? done);
  if (data !== undefined) {
    expectSame('the duplicates', answer.body['data'], data);
  }
  if (lead === undefined || plan === undefined) {
    return;
  }
  const { customer, contact, opportunity, moved } = await compareConverted(stage, person, lead, body, plan);
  expectSame('the result of the conversion', answer.body, {
    ...{ leadId: lead.id, status: 'converted', customerId: customer.id },
    ...{ contactId: contact?.id ?? null, opportunityId: opportunity?.id ?? null },
    ...{ customerCreated: isMade(plan, 'customer'), contactCreated: isMade(plan, 'contact') },
    ...{ opportunityCreated: isMade(plan, 'opportunity'), movedActivityCount: moved.length },
    convertedOnUtc: lead.lastModifiedOnUtc,
  });
}

/** A conversion without a body. It is answered true, for a lead as well that is converted already. */
async function convertBySuggestion(
  stage: PeopleStage,
  person: Person,
  lead: ModelRecord | undefined,
  body: ConversionBody,
): Promise<void> {
  const { model, requests } = stage;
  const { refusal, plan } = predictConversion(model, person, lead, body);
  const isDone = refusal === undefined || refusal.code === 'lead_converted';
  const answer = await requests.send(person, 'GET', `lead/convert/${body.leadId}`);
  compare(model, person, answer, isDone ? done : refusal);
  if (lead !== undefined && plan !== undefined) {
    await compareConverted(stage, person, lead, body, plan);
  }
}

const done: Prediction = { status: 200 };

function isMade(plan: ConversionPlan, target: Target): boolean {
  return plan[target].mode === 'create';
}

/** The person that sees everything reads what the lead became, and all that changed with it. */
async function compareConverted(
  stage: PeopleStage,
  person: Person,
  lead: ModelRecord,
  body: ConversionBody,
  plan: ConversionPlan,
): Promise<Converted> {
  const { model, people } = stage;
  const [everywhere] = people;
  const ofLead = await read(stage, 'leads', lead.id);
  const answered = Object.fromEntries(
    await Promise.all(targets.map(async (target) => [target, await readTarget(stage, target, ofLead.body)] as const)),
  );
  // Each target is among its entries.
  const converted = convertRecord(model, person, lead, body, plan, answered as Readonly<Record<Target, Members>>);
  const { customer, contact, opportunity, moved } = converted;
  lead.became = {
    onUtc: String(ofLead.body['lastModifiedOnUtc']),
    ...{ customerId: customer.id, contactId: contact?.id ?? null, opportunityId: opportunity?.id ?? null },
  };
  for (const record of [lead, customer, contact, opportunity, ...moved].filter((one) => one !== null)) {
    const { body: shown, etag } = await read(stage, record.resource, record.id);
    compareShown(model, everywhere, record, shown);
    compareVersion(record, etag);
    if (record === customer) {
      compareFigures(model, everywhere, customer, shown);
    }
  }
  return converted;
}

/** The record that the lead became; nothing where it says none. */
async function readTarget(stage: PeopleStage, target: Target, lead: Members): Promise<Members> {
  const id = lead[`converted${target.charAt(0).toUpperCase()}${target.slice(1)}Id`];
  return typeof id === 'string' ? (await read(stage, kindOf[target], id)).body : {};
}

function read({ people: [everywhere], requests }: PeopleStage, kind: ModelRecord['resource'], id: string) {
  return requests.send(everywhere, 'GET', `${kinds[kind].group}/get/${id}`);
}

const missingId = '01890000-0000-7000-8000-000000000000';
