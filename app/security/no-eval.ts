/**
 * Keeps zod from compiling schemas with `new Function`: the CSP forbids it, and each attempt would log a violation in
 * the console. Imported before anything else, since zod checks when a schema is created; uses zod's global, so that zod
 * need not be loaded by pages without schemas.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
