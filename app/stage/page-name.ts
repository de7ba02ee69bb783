import type { TFunction } from 'i18next';
import type { PageLabels } from './page-source.ts';

/** A page by its number, with what the file calls it where that differs: "第 3 页（页码 1）". `index` from 0. */
export function pageName(t: TFunction, index: number, labels: PageLabels | undefined): string {
  const label = labels?.[index];
  const page = index + 1;
  return label === undefined ? t('stage:page', { page }) : t('stage:pageLabelled', { page, label });
}
