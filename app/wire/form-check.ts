import type { Envelope } from '#core/call.ts';

/** The body of a form-validating call ([8.1g]): with data if the form is valid, otherwise with the errors. */
export type FormVerdict<T> = Envelope<T | null>;

/** Whether the form is valid; then the body holds the data. */
export const isGood = <T>(body: FormVerdict<T>): body is Envelope<T> => body.code === 200;

/** Whether the result of a form's `onSubmit` is the body of a rejection, which the form must show. */
export const isRefusal = (value: unknown): value is Envelope<null> =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value && value.code !== 200;
