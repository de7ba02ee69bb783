import type { TFunction } from 'i18next';
import type { RowProblem } from '#core/batch/batch.ts';

/** What is wrong with a cell, in words. */
export const rowProblemText = (t: TFunction<'batch'>, { problem, params }: RowProblem): string =>
  t(`problem.${problem}`, { ...params });
