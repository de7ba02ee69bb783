import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EntryItem, handInEntry, type OwnEntry } from '#core/employee/entry-calls.ts';
import { isAsked, isWanted, judgeValue } from '#core/employee/newcomer.ts';
import { FIELD_CATEGORIES } from '#core/employee/onboarding-fields.ts';
import { call } from '../../call.ts';
import { ValueField } from '../../parts/newcomer/value-field.tsx';
import { SaveStatus } from '../../parts/room/save-status.tsx';
import { useRefresh } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOnline } from '../../ui/offline-banner.tsx';
import { Panel } from '../../ui/page.tsx';
import { LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import { isRefusal } from '../../wire/form-check.ts';
import style from './entry.module.css';
import { waitingKey } from './open-entry.ts';
import { PaperField } from './paper-field.tsx';

import { type UsedEntry, useEntry } from './use-entry.ts';

type Problems = Record<string, string>;

/** The newcomer's form: saved with every key stroke, also offline, and submitted as a whole. */
export function EntryForm({ entry }: { entry: OwnEntry }) {
  const used = useEntry(entry.newcomerId);
  return used ? <Filled entry={entry} used={used} /> : <LoadingState />;
}

function Filled({ entry, used }: { entry: OwnEntry; used: UsedEntry }) {
  const { t } = useTranslation(['entry', 'newcomer', 'employee', 'rule', 'error', 'ui', 'onboarding']);
  const { values, refused, set, status } = used;
  const refresh = useRefresh();
  const online = useOnline();
  const form = useRef<HTMLDivElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [sending, setSending] = useState(false);
  const items = entry.items.filter(isAsked);
  const returned = entry.items.filter(({ state }) => state === 'TO_CORRECT');

  /** Text key of an item's problem. A picture that is not uploaded yet is not an error, but blocks the submission. */
  const problemOf = (item: EntryItem): string | undefined => {
    const value = values[item.itemId] ?? '';
    if (waitingKey(value) !== undefined) return 'newcomer:rule.waits';
    return judgeValue(item, value, isWanted(item)).problem;
  };
  const show = (found: Problems) => {
    setProblems(found);
    const first = items.find(({ itemId }) => found[itemId])?.itemId;
    if (!first) return;
    toast({ tone: 'warning', text: t('handIn.wrong', { count: Object.keys(found).length }) });
    const place = form.current?.querySelector(`[data-field="${first}"]`);
    place?.scrollIntoView({ block: 'center' });
    place?.querySelector<HTMLElement>('input:not([type=file]), textarea, button')?.focus();
  };

  async function handIn() {
    const found = Object.fromEntries(items.map((item) => [item.itemId, problemOf(item)] as const));
    const wrong = Object.fromEntries(
      Object.entries(found).flatMap(([itemId, problem]) => (problem ? [[itemId, problem]] : [])),
    );
    if (Object.keys(wrong).length > 0) return show(wrong);
    setSending(true);
    try {
      const answers = Object.fromEntries(items.map(({ itemId }) => [itemId, values[itemId] ?? '']));
      const answer = await call(handInEntry, { newcomerId: entry.newcomerId, values: answers });
      if (isRefusal(answer)) {
        const named = (answer.fields ?? []).map(({ path, problem }) => [
          path.replace('values.', ''),
          problem,
        ]);
        if (named.length > 0) show(Object.fromEntries(named));
        else toast({ tone: 'error', text: answer.message });
      } else toast({ tone: 'success', text: t('handIn.done') });
    } catch (error) {
      toast({ tone: 'error', text: errorText(error, t) });
    } finally {
      setSending(false);
      void refresh(handInEntry);
    }
  }

  const problemText = (itemId: string): string | undefined => {
    const problem = problems[itemId];
    if (problem) return t(problem, { defaultValue: t('ui:rule.format') });
    return refused[itemId] ? errorText(refused[itemId], t) : undefined;
  };
  const change = (itemId: string, value: string) => {
    set(itemId, value);
    if (problems[itemId]) setProblems(({ [itemId]: _, ...others }) => others);
  };
  return (
    <div className={style.form} ref={form}>
      <SaveStatus status={status} />
      {returned.length > 0 && (
        <Notice tone="warning">
          {t('returned', { count: returned.length })}
          <ul className={style.reasons}>
            {returned.map(({ itemId, name, reason }) => (
              <li key={itemId}>{t('reason', { name, reason })}</li>
            ))}
          </ul>
        </Notice>
      )}
      {FIELD_CATEGORIES.map((category) => {
        const items = entry.items.filter((item) => item.category === category);
        if (items.length === 0) return null;
        return (
          <Panel key={category} title={t(`onboarding:category.${category}`)}>
            <div className={style.fields}>
              {items.map((item) => {
                const { itemId } = item;
                if (!isAsked(item)) return <Locked key={itemId} item={item} />;
                const value = values[itemId] ?? '';
                const error = problemText(itemId);
                return item.type === 'IMAGE' ? (
                  <PaperField
                    key={itemId}
                    item={item}
                    value={value}
                    error={error}
                    onChange={(next) => change(itemId, next)}
                  />
                ) : (
                  <ValueField
                    key={itemId}
                    field={item}
                    name={itemId}
                    required={isWanted(item)}
                    value={value}
                    onChange={(next) => change(itemId, next)}
                    {...(error ? { error } : {})}
                  />
                );
              })}
            </div>
          </Panel>
        );
      })}
      <div className={style.foot}>
        {!online && <p className={style.hint}>{t('handIn.offline')}</p>}
        <Button
          kind="primary"
          size="large"
          wide
          pending={sending}
          disabled={!online}
          onClick={() => void handIn()}
        >
          {t('handIn.submit')}
        </Button>
      </div>
    </div>
  );
}

/** An item that HR is reviewing or has approved: read-only. */
function Locked({ item }: { item: EntryItem }) {
  const { t } = useTranslation('entry');
  return (
    <div className={style.locked}>
      <span>{item.name}</span>
      <Badge {...(item.state === 'APPROVED' ? BADGE.done : BADGE.waiting)}>{t(`item.${item.state}`)}</Badge>
    </div>
  );
}
