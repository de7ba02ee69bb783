import { AgentFailure } from '#core/agent/failures.ts';
import type { TokenInfo } from '#core/agent/protocol.ts';
import type { Driver, Token } from './driver.ts';

const EVERY_MS = 700;
/** Idle time after which an entered PIN is forgotten, ms. */
export const IDLE_MS = 10 * 60_000;

/** All tokens of all drivers, and which connections have entered their PINs. */
export interface Tokens {
  list(connection: symbol): TokenInfo[];
  driverOf(serial: string): Driver;
  /** Records that the connection entered the PIN; other connections must enter it again. */
  unlocked(serial: string, connection: symbol): void;
  lock(serial: string, connection: symbol): Promise<void>;
  /** Throws PIN_NEEDED if this connection has not entered the PIN. */
  checkUnlocked(serial: string, connection: symbol): void;
  /** Polls now. */
  look(): Promise<void>;
  leave(connection: symbol): Promise<void>;
  drivers: readonly Driver[];
  stop(): Promise<void>;
}

/** Watches the drivers' tokens; calls `onChange` when a token appears, disappears or its PIN state changes. */
export async function watchTokens(drivers: readonly Driver[], onChange: () => void): Promise<Tokens> {
  let found: { token: Token; driver: Driver }[] = [];
  let last = '[]';
  const open = new Map<string, { connection: symbol; usedAt: number }>();
  const look = async () => {
    const each = await Promise.all(
      drivers.map(async (driver) =>
        (await driver.tokens().catch(() => [])).map((token) => ({ token, driver })),
      ),
    );
    found = each.flat();
    for (const serial of open.keys())
      if (!found.some(({ token }) => token.serial === serial)) open.delete(serial);
    let forgotten = false;
    for (const [serial, { usedAt }] of open) {
      if (Date.now() - usedAt < IDLE_MS) continue;
      open.delete(serial);
      forgotten = true;
      await driverOf(serial).logout(serial);
    }
    const now = JSON.stringify(found.map(({ token }) => token));
    if (now !== last || forgotten) onChange();
    last = now;
  };
  const driverOf = (serial: string): Driver => {
    const at = found.find(({ token }) => token.serial === serial);
    if (!at) throw new AgentFailure('TOKEN_NOT_FOUND');
    return at.driver;
  };
  const lock = async (serial: string, connection: symbol) => {
    if (open.get(serial)?.connection !== connection) return;
    open.delete(serial);
    onChange();
    await driverOf(serial)
      .logout(serial)
      .catch(() => undefined);
  };
  await look();
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS);
  return {
    list: (connection) =>
      found.map(({ token }) => ({ ...token, unlocked: open.get(token.serial)?.connection === connection })),
    driverOf,
    unlocked(serial, connection) {
      const before = open.get(serial)?.connection;
      open.set(serial, { connection, usedAt: Date.now() });
      // This page stays logged in; the one that entered the PIN before must enter it again.
      if (before !== connection) onChange();
    },
    lock,
    checkUnlocked(serial, connection) {
      driverOf(serial);
      const holder = open.get(serial);
      if (holder?.connection !== connection) throw new AgentFailure('PIN_NEEDED');
      holder.usedAt = Date.now();
    },
    look,
    async leave(connection) {
      for (const [serial, holder] of [...open])
        if (holder.connection === connection) await lock(serial, connection);
    },
    drivers,
    async stop() {
      clearInterval(timer);
      await Promise.all(drivers.map((driver) => driver.close()));
    },
  };
}
