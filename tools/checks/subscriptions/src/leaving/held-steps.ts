import type { RunningPlatform } from '@rapport/testbed';

/** Keeps tenants from noting a step of their export or deletion in control, until all are let go. */
export class HeldSteps {
  readonly #platform: RunningPlatform;
  #client: Awaited<ReturnType<RunningPlatform['connect']>> | undefined;

  constructor(platform: RunningPlatform) {
    this.#platform = platform;
  }

  async hold({ tenantId }: { readonly tenantId: string }, step: string): Promise<void> {
    if (this.#client === undefined) {
      this.#client = await this.#platform.connect('administrator of control');
      await this.#client.query(waitForSteps);
    }
    await this.#client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`${tenantId} ${step}`]);
  }

  /** The locks go with the connection, also where the server of control was killed. */
  async letGo(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }
}

const waitForSteps = `
create or replace function control.t_wait_for_step() returns trigger language plpgsql as $$
declare
  former jsonb := to_jsonb(old);
  next jsonb := to_jsonb(new);
  step text := case
    when tg_table_name = 'export' and next->'attempt_id' <> former->'attempt_id' then 'begun'
    when tg_table_name = 'export' and next->'state' <> former->'state' then next->>'state'
    when next->'found' <> former->'found' then 'proof'
    when next ? 'done' then (select key from jsonb_object_keys(next->'done') key where not former->'done' ? key)
  end;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(new.tenant_id::text || ' ' || step, 0)) where step is not null;
  return new;
end $$;
create or replace trigger t_wait_for_step before update on control.tenant_deletion
  for each row execute function control.t_wait_for_step();
create or replace trigger t_wait_for_step before update on control.export
  for each row execute function control.t_wait_for_step()`;
