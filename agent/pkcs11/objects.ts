import type { Bytes } from '#core/bytes.ts';
import { Pkcs11Error } from './answers.ts';
import type { Pkcs11Module } from './bind-module.ts';
import { CKR } from './constants.ts';
import { copyOf, memory, readNumber, writeNumber } from './memory.ts';
import { ask } from './slots.ts';

/** An attribute's value: numbers become unsigned longs, booleans bytes. */
export type Value = number | boolean | Bytes | string;
export type Template = readonly (readonly [type: number, value: Value])[];

/** A CK_ATTRIBUTE array; `values` keeps the values alive until the call returns. */
function writeTemplate(module: Pkcs11Module, template: Template): { bytes: Bytes; values: Bytes[] } {
  const { ulong, pointer } = module.layout;
  const size = ulong + pointer + ulong;
  const bytes = memory(Math.max(1, template.length * size));
  const values = template.map(([, value]) => valueBytes(value, ulong));
  template.forEach(([type], i) => {
    const at = i * size;
    writeNumber(bytes, at, ulong, type);
    writeNumber(bytes, at + ulong, pointer, module.addressOf(values[i]!));
    writeNumber(bytes, at + ulong + pointer, ulong, values[i]!.length);
  });
  return { bytes, values };
}

function valueBytes(value: Value, ulong: 4 | 8): Bytes {
  if (typeof value === 'boolean') return copyOf(new Uint8Array([value ? 1 : 0]));
  if (typeof value === 'string') return copyOf(new TextEncoder().encode(value));
  if (typeof value !== 'number') return copyOf(value);
  const out = memory(ulong);
  writeNumber(out, 0, ulong, value);
  return out;
}

/** Runs a call with a template and keeps the template's values alive until it returns. */
async function withTemplate<T>(
  module: Pkcs11Module,
  template: Template,
  use: (bytes: Bytes, count: number) => Promise<T>,
): Promise<T> {
  const { bytes, values } = writeTemplate(module, template);
  const result = await use(bytes, template.length);
  return values.length === template.length ? result : Promise.reject(new Error('template'));
}

/** Handles of objects that match the template. */
export async function findObjects(
  module: Pkcs11Module,
  session: number,
  template: Template,
): Promise<number[]> {
  const { ulong } = module.layout;
  await withTemplate(module, template, (bytes, count) =>
    ask(module, 'C_FindObjectsInit', session, bytes, count),
  );
  const found: number[] = [];
  try {
    for (;;) {
      const handles = memory(16 * ulong);
      const count = memory(ulong);
      await ask(module, 'C_FindObjects', session, handles, 16, count);
      const here = readNumber(count, 0, ulong);
      for (let i = 0; i < here; i++) found.push(readNumber(handles, i * ulong, ulong));
      if (here < 16) return found;
    }
  } finally {
    await module.call('C_FindObjectsFinal', session);
  }
}

/** The value of one attribute. Throws Pkcs11Error if the object does not have it. */
export async function readAttribute(
  module: Pkcs11Module,
  session: number,
  object: number,
  type: number,
): Promise<Bytes> {
  const { ulong, pointer } = module.layout;
  const ask1 = async (value: Bytes | null, length: number) => {
    const bytes = memory(ulong + pointer + ulong);
    writeNumber(bytes, 0, ulong, type);
    writeNumber(bytes, ulong, pointer, value ? module.addressOf(value) : 0);
    writeNumber(bytes, ulong + pointer, ulong, length);
    await ask(module, 'C_GetAttributeValue', session, object, bytes, 1);
    return readNumber(bytes, ulong + pointer, ulong);
  };
  const length = await ask1(null, 0);
  if (length > 65_536) throw new Pkcs11Error(CKR.GENERAL_ERROR);
  const value = memory(Math.max(1, length));
  return value.slice(0, await ask1(value, length));
}

export async function createObject(module: Pkcs11Module, session: number, template: Template): Promise<void> {
  const handle = memory(module.layout.ulong);
  await withTemplate(module, template, (bytes, count) =>
    ask(module, 'C_CreateObject', session, bytes, count, handle),
  );
}

/** CK_MECHANISM without a parameter. */
export function mechanism(module: Pkcs11Module, type: number): Bytes {
  const { ulong, pointer } = module.layout;
  const bytes = memory(ulong + pointer + ulong);
  writeNumber(bytes, 0, ulong, type);
  return bytes;
}

/** Generates a key pair and returns the handle of the public key. */
export async function generateKeyPair(
  module: Pkcs11Module,
  session: number,
  type: number,
  publicTemplate: Template,
  privateTemplate: Template,
): Promise<number> {
  const { ulong } = module.layout;
  const publicHandle = memory(ulong);
  const privateHandle = memory(ulong);
  await withTemplate(module, publicTemplate, (pub, pubCount) =>
    withTemplate(module, privateTemplate, (priv, privCount) =>
      ask(
        module,
        'C_GenerateKeyPair',
        session,
        mechanism(module, type),
        pub,
        pubCount,
        priv,
        privCount,
        publicHandle,
        privateHandle,
      ),
    ),
  );
  return readNumber(publicHandle, 0, ulong);
}

/** Tokens that sign faster than this, ms, are called synchronously: waking a thread would take longer. */
const QUICK_MS = 5;
/** Longest run of synchronous calls, ms, before yielding to the event loop. */
const BREATH_MS = 20;
/** Signatures further apart than this, ms, count as separate runs. */
const PAUSE_MS = 2;

/**
 * Signs repeatedly with a private key. The first signatures run on another thread, as a slow token must not block the
 * agent; if they are fast, the rest run synchronously.
 */
export function signerOn(
  module: Pkcs11Module,
  session: number,
  key: number,
  type: number,
): (data: Bytes) => Promise<Bytes> {
  const { ulong } = module.layout;
  const how = mechanism(module, type);
  const value = memory(1_024);
  const length = memory(ulong);
  // Reused buffers: calls on a session are serialised.
  const buffer = memory(4_096);
  let quick = 0;
  let breathed = 0;
  let last = 0;
  return async (data) => {
    const input = data.length > buffer.length ? copyOf(data) : buffer;
    input.set(data);
    writeNumber(length, 0, ulong, value.length);
    let began = performance.now();
    // The event loop already ran between two calls of a page.
    if (began - last > PAUSE_MS) breathed = began;
    if (quick >= 2 && began - breathed > BREATH_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      breathed = performance.now();
      began = breathed;
    }
    if (quick >= 2) {
      check(module.callNow('C_SignInit', session, how, key));
      check(module.callNow('C_Sign', session, input, data.length, value, length));
    } else {
      await ask(module, 'C_SignInit', session, how, key);
      await ask(module, 'C_Sign', session, input, data.length, value, length);
    }
    // A single slow signature may be chance on a busy machine; a second one switches back to the thread.
    last = performance.now();
    quick = last - began < QUICK_MS ? Math.min(quick + 1, 3) : Math.max(quick - 1, 0);
    return value.slice(0, readNumber(length, 0, ulong));
  };
}

function check(code: number): void {
  if (code !== CKR.OK) throw new Pkcs11Error(code);
}
