import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanProblem } from '#core/task/check-plan.ts';
import { Notice } from '../../../ui/notice.tsx';
import style from './wizard.module.css';

/** Maximum number of listed problems; more would push the step off the screen. */
const NAMED = 8;

/** The text of a problem; `whose` adds the party, if its card is not visible: “签署方 2：请填写姓名”. */
export function problemText(t: TFunction<'wizard'>, { path, problem, params }: PlanProblem, whose = false) {
  const [list, index] = path.split('.');
  const n = Number(index) + 1;
  const party =
    list === 'signers' && index !== undefined
      ? t('signerNumber', { n })
      : list === 'copies'
        ? t('copyNumber', { n })
        : undefined;
  const text = t(`problem.${problem}`, { ...params, ...(params?.name === '' ? { name: party } : {}) });
  return whose && party && params?.name === undefined ? t('problemOf', { party, text }) : text;
}

/** Returns a function that focuses the field of a problem as soon as its step is rendered. */
export function useProblemFocus(step: number): (problem: PlanProblem) => void {
  const [wanted, setWanted] = useState<PlanProblem>();
  useEffect(() => {
    if (wanted?.step !== step) return;
    document
      .querySelector(`[data-field="${wanted.path}"]`)
      ?.querySelector<HTMLElement>('input:not([type=radio], [hidden]), button')
      ?.focus();
    setWanted(undefined);
  }, [wanted, step]);
  return setWanted;
}

/** The problems that prevent sending, each linked to its field. */
export function Problems({
  problems,
  onGo,
}: {
  problems: readonly PlanProblem[];
  onGo: (problem: PlanProblem) => void;
}) {
  const { t } = useTranslation('wizard');
  return (
    <Notice tone="warning">
      <p style={{ margin: 0 }}>{t('problems', { count: problems.length })}</p>
      <ul className={style.problems}>
        {problems.slice(0, NAMED).map((p) => (
          <li key={`${p.path}:${p.problem}`}>
            <button type="button" onClick={() => onGo(p)}>
              {problemText(t, p, true)}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
