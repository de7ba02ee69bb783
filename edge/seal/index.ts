import { listUsableSeals as call } from '#core/task/calls.ts';
import { implement } from '../http/implement.ts';
import { listUsableSeals } from './list-usable-seals.ts';

export const sealCalls = [implement(call, listUsableSeals)];
