import type { Envelope } from '#core/call.ts';

/** The body of a call that validates a form ([8.1g]): with its data where the form is good, else with what is wrong. */
export type Judged<T> = Envelope<T | null>;

/** Whether the form is good; then the body holds the data. */
export const isGood = <T>(body: Judged<T>): body is Envelope<T> => body.code === 200;

/** Whether what a form's `onSubmit` returned is the body of a refusal, which the form is to show. */
export const isRefusal = (given: unknown): given is Envelope<null> =>
  typeof given === 'object' && given !== null && 'code' in given && 'message' in given && given.code !== 200;
