/**
 * Keeps zod from compiling schemas with `new Function`: the policy forbids it, and each try would be a violation in the
 * console. Imported before anything else, since zod asks when a schema is made; by its global, so that zod need not
 * come with pages that have no schema.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
