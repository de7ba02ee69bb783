import type { TFunction } from 'i18next';
import type { RowProblem } from '#core/batch/batch.ts';

/** The error text of a cell. */
export const rowProblemText = (t: TFunction<'batch'>, { problem, params }: RowProblem): string =>
  t(`problem.${problem}`, { ...params });
