import { useSearchParams } from '@remix-run/react';
import { useEffect, useState } from 'react';

export const STEPS = ['task', 'parties', 'order', 'place'] as const;
export type StepId = (typeof STEPS)[number];

const isStep = (text: string | null): text is StepId => (STEPS as readonly (string | null)[]).includes(text);

/**
 * The step of the wizard. The address keeps it over a reload but follows a press in its own time, and a second press must
 * not act on the former step: a press therefore takes effect at once.
 */
export function useStep(): { step: StepId; show: (next: StepId) => void } {
  const [params, setParams] = useSearchParams();
  const text = params.get('step');
  const addressed = isStep(text) ? text : 'task';
  const [pressed, setPressed] = useState<StepId>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: forgets the press once the address says something else
  useEffect(() => setPressed(undefined), [addressed]);
  const show = (next: StepId) => {
    setPressed(next);
    setParams((old) => ({ ...Object.fromEntries(old), step: next }), { preventScrollReset: false });
  };
  return { step: pressed ?? addressed, show };
}
