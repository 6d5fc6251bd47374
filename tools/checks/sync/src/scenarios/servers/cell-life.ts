import { done, Tenant, until, type Traffic } from '@rapport/testbed';
import type { ClientPlan, SyncClient } from '../../actors/sync-client.ts';
import { everyClient, plainClients, type Stage } from '../../stage.ts';
import type { Workload } from '../../workload.ts';
import { askOf, noticedMs, trafficOf, untilAnswered, untilNoWork, writeFor } from './around-a-restore.ts';

/** The life of a cell around a moment to which it is brought back: all that it can lose, and all that has to be right afterwards. */
export class CellLife {
  readonly work: Workload;
  readonly #stage: Stage;
  readonly #others: Traffic;
  /** The user whose scope is widened in the time that is lost. */
  readonly #userId: string;
  readonly #clients: readonly SyncClient[];
  /** Clients of that user which synchronise just before it, and not again before the cell is recovered. */
  readonly #sleepers: readonly SyncClient[];
  /** The tenant that is deleted in the time that is lost. */
  readonly #going: Tenant;
  readonly #living: Tenant[];
  /** Requests of the tenant that is younger than the moment. */
  #younger: Traffic | undefined;
  /** The clock of the tenant at the end of the time that was lost. */
  #lostClock = '0';

  private constructor(stage: Stage, work: Workload, others: Traffic, going: Tenant, widened: Widened) {
    this.work = work;
    this.#stage = stage;
    this.#others = others;
    this.#going = going;
    this.#living = [work.tenant];
    this.#userId = widened.userId;
    const api = work.apiOf(widened.client);
    const seesAll = { ...plan, visibility: { scope: 'all' } } as const;
    this.#sleepers = plainClients(seesAll).map((each) => work.client(each, api));
    this.#clients = [
      ...everyClient(plan).map((each) => work.client(each)),
      ...everyClient(seesAll).map((each) => work.client(each, api)),
    ];
  }

  /** The life before the moment. */
  static async begin(stage: Stage): Promise<CellLife> {
    const { operator } = stage.platform;
    const work = await stage.workload(await Tenant.make(operator, inFirst));
    const others = await trafficOf(stage, await Tenant.make(operator, { cell: 'cell-2' }));
    const userId = await work.tenant.user();
    const client = await work.tenant.client({ runAsUserId: userId });
    const going = await Tenant.make(operator, inFirst);
    const life = new CellLife(stage, work, others, going, { userId, client });
    await life.write(5_000);
    return life;
  }

  /** The life that is lost. Its stamps are ahead, as a clock of the server that was wrong for an hour leaves them. */
  async goOn(ms: number): Promise<void> {
    const { operator } = this.#stage.platform;
    const { tenant } = this.work;
    done(await operator.deleteTenant({ params: { tenantId: this.#going.id } }), 202);
    await this.#ask(`select setval('${tenant.schema}.clock', nextval('${tenant.schema}.clock') + 3600000000)`);
    await this.write(ms / 2);
    await Promise.all(this.#sleepers.map((client) => client.round()));
    await tenant.changeUser(this.#userId, { dataScope: 'all' });
    const younger = await Tenant.make(operator, inFirst);
    this.#living.push(younger);
    this.#younger = await trafficOf(this.#stage, younger);
    await this.write(ms / 2);
    const params = { tenantId: this.#going.id };
    await until(
      async () => done(await operator.getTenant({ params }), 200).state === 'deleted',
      deletedMs,
      () => 'the tenant is not deleted',
    );
  }

  async write(ms: number): Promise<void> {
    await writeFor(this.#stage, this.work.tenant, this.#userId, ms, () => this.#everyRound());
    this.#lostClock = (await this.#state()).clock;
  }

  async isRefused(): Promise<void> {
    const isSeen = async () => (await this.#turnsLost()) > 2;
    await until(isSeen, noticedMs, () => 'the alert does not see that the cell lost commits');
    await untilAnswered(this.work, 503, noticedMs);
    this.work.history.reads.splice(0);
  }

  /** Control and the cell are one again: epoch, tenants, clocks, counts, views. */
  async isRecovered(): Promise<void> {
    await untilNoWork(this.#stage);
    const cell = await this.#state();
    const [control] = await this.#stage.platform.query<ControlState>(
      controlState,
      [this.work.tenant.id],
      'administrator of control',
    );
    const { clock, ...both } = cell;
    const [here, there] = [JSON.stringify(both), JSON.stringify(control)];
    this.#stage.expect(here === there, `the cell has ${here}, and control ${there}`);
    const isLater = BigInt(clock) > BigInt(this.#lostClock);
    this.#stage.expect(isLater, `the clock is ${clock}, and was ${this.#lostClock} before`);
    for (const tenant of this.#living) {
      await askOf(this.#stage, await this.#stage.platform.sqlUrl('administrator'), tenant);
    }
  }

  /** The place of a read that has begun. */
  async cursor(): Promise<string> {
    const query = { pageSize: 1 };
    const answer = await this.work.api.persist('GET', (customers) => customers.listCustomers({ query }));
    return (answer?.body as { readonly nextCursor?: string } | undefined)?.nextCursor ?? '';
  }

  async endOthers(): Promise<void> {
    await Promise.all([this.#others.stop(), this.#younger?.stop()]);
  }

  async judge(): Promise<void> {
    const { work } = this;
    work.startWriters(4, { pauseMs: 25, owners: [this.#userId, work.tenant.ownerId] });
    await work.writes(60);
    await this.#everyRound();
    await work.writes(60);
    await this.#stage.judge(work);
    const restarts = work.clients.map((client) => client.restarts);
    this.#stage.figure('times that a client had to list in full', restarts.join(', '));
    const failed = this.#others.take().filter(({ status }) => status !== 200);
    this.#stage.expect(failed.length === 0, `${failed.length} requests of the other cell failed`);
    const wrong = this.#younger?.take().filter(({ status }) => status !== 200 && status !== 503) ?? [];
    this.#stage.expect(
      wrong.length === 0,
      `${wrong.length} requests of the tenant that was lost are neither 200 nor 503`,
    );
  }

  #everyRound(): Promise<unknown> {
    return Promise.all(this.#clients.map((client) => client.round()));
  }

  async #state(): Promise<CellState> {
    const { schema } = this.work.tenant;
    const [state] = await this.#ask<CellState>(cellState.replaceAll('{tenant}', schema));
    if (state === undefined) {
      throw new Error('The cell has no epoch.');
    }
    return state;
  }

  #ask<Row extends object>(text: string): Promise<Row[]> {
    return this.#stage.platform.query<Row>(text, [], 'administrator');
  }

  /** The metric of the alert, as a process that refuses shows it. */
  async #turnsLost(): Promise<number> {
    const { services } = await this.#stage.platform.status();
    const refusing = services.find(({ name }) => name === 'public-api');
    const text = await (await fetch(`${refusing?.managementUrl}/metrics`)).text();
    return Number(/^database_cell_turns_lost\{cell="cell-1"\} (\d+)/m.exec(text)?.[1] ?? 0);
  }
}

interface Widened {
  readonly userId: string;
  readonly client: Awaited<ReturnType<Tenant['client']>>;
}

interface ControlState {
  readonly epoch: number;
  readonly tenants: readonly number[];
  readonly records: number;
}

interface CellState extends ControlState {
  readonly clock: string;
}

const plan: Pick<ClientPlan, 'mayBeTooOld' | 'mayLose' | 'crashes'> = { mayBeTooOld: true, mayLose: true, crashes: 0 };
const inFirst = { cell: 'cell-1' } as const;
const deletedMs = 150_000;

const cellState = `select number as epoch, array(select distinct cell.tenants_with_rows() order by 1) as tenants,
  (select count(*)::int from {tenant}.customer) as records, (select last_value::text from {tenant}.clock) as clock
from cell.epoch`;

const controlState = `select epoch, array(select number from control.tenant where cell = 'cell-1' and state <> 'deleted' order by 1) as tenants,
  (select records::int from control.record_count where tenant_id = $1) as records
from control.cell where name = 'cell-1'`;
