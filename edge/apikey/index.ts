import * as calls from '#core/apikey/calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { changeKey, revokeKey, rotateKey, takeOverKey } from './change-key.ts';
import { listKeys } from './list-keys.ts';
import { makeApiKey } from './make-api-key.ts';
import { OPENAPI_PATH, serveOpenApi } from './serve-openapi.ts';
import { REFERENCE_PATH, serveReference } from './serve-reference.ts';

export const apiKeys: Domain = {
  paths: [
    { path: REFERENCE_PATH, serve: serveReference },
    { path: OPENAPI_PATH, serve: serveOpenApi },
  ],
  calls: [
    implement(calls.listKeys, listKeys),
    implement(calls.makeApiKey, makeApiKey),
    implement(calls.changeKey, changeKey),
    implement(calls.rotateKey, rotateKey),
    implement(calls.takeOverKey, takeOverKey),
    implement(calls.revokeKey, revokeKey),
  ],
};
