import { useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { getTableViews, saveTableViews } from '#core/config/view-calls.ts';
import { call } from '../call.ts';
import { queryOf, useRefresh } from '../query.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Link } from '../ui/link.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast-store.ts';
import { errorText } from '../wire/client-error.ts';
import { FormDialog } from './form-dialog.tsx';
import style from './saved-views.module.css';

const NAME = 20;
const rules = z.object({ name: z.string().trim().min(1).max(NAME) });

/** The part of a URL that makes up a view: filters and order, without the page. */
function viewOf(params: URLSearchParams): string {
  const view = new URLSearchParams(params);
  for (const name of ['current', 'sent']) view.delete(name);
  return view.toString();
}

/**
 * Saved views of a list: the filters and the order of its URL under a name. Each is a link, so that it
 * can be shared with a colleague, who sees only what their rights allow.
 */
export function SavedViews({ code, filtered }: { code: string; filtered: boolean }) {
  const { t } = useTranslation('ui');
  const [params] = useSearchParams();
  const [naming, setNaming] = useState(false);
  const refresh = useRefresh();
  const { data } = useQuery(queryOf(getTableViews, { tableCode: code }));
  const views = data?.views ?? [];
  const now = viewOf(params);
  const isKnown = views.some(({ query }) => query === now);
  const keep = (next: typeof views) => call(saveTableViews, { tableCode: code, views: next });
  const remove = async (name: string) => {
    try {
      await keep(views.filter((view) => view.name !== name));
      await refresh(saveTableViews);
    } catch (error) {
      toast({ tone: 'error', text: errorText(error, t) });
    }
  };
  const offers = data !== undefined && filtered && !isKnown;
  if (views.length === 0 && !offers) return null;
  return (
    <nav className={style.views} aria-label={t('views.title')}>
      {views.length > 0 && (
        <ul>
          {views.map(({ name, query }) => (
            <li key={name} data-current={query === now || undefined}>
              <Link to={`?${query}`} quiet>
                {name}
              </Link>
              <IconButton
                icon="close"
                size="small"
                label={t('views.remove', { name })}
                onClick={() => void remove(name)}
              />
            </li>
          ))}
        </ul>
      )}
      {offers && (
        <Button size="small" kind="quiet" icon="plus" onClick={() => setNaming(true)}>
          {t('views.keep')}
        </Button>
      )}
      {naming && (
        <FormDialog
          title={t('views.keep')}
          initial={{ name: '' }}
          rules={rules}
          submit={t('views.save')}
          save={({ name }) => keep([...views.filter((view) => view.name !== name), { name, query: now }])}
          done={({ name }) => t('views.kept', { name })}
          calls={[saveTableViews]}
          onClose={() => setNaming(false)}
        >
          <TextField
            name="name"
            label={t('views.name')}
            hint={t('views.hint')}
            required
            autoFocus
            maxLength={NAME}
          />
        </FormDialog>
      )}
    </nav>
  );
}
