import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import type { ContentProblem } from '#core/template/check-content.ts';
import type { TemplateContent } from '#core/template/content.ts';
import { publishTemplate, type readTemplate } from '#core/template/version-calls.ts';
import { call } from '../../../call.ts';
import { useRefresh } from '../../../query.ts';
import { Badge, type StateLook } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useOnline } from '../../../ui/offline-banner.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ProblemLines } from './problem-lines.tsx';

type Template = OutputOf<typeof readTemplate>;

const LOOKS: Record<Template['status'], StateLook> = {
  DRAFT: { tone: 'neutral', icon: 'pen' },
  ENABLED: { tone: 'success', icon: 'success' },
  DISABLED: { tone: 'error', icon: 'ban' },
};

interface Props {
  template: Template;
  /** Reads the draft as it is now, with what it lacks. */
  check: () => { content?: TemplateContent | undefined; problems: readonly ContentProblem[] };
  readOnly: boolean;
}

/** What is in force, and the way to put the draft into force; what it lacks is listed. */
export function Publish({ template, check, readOnly }: Props) {
  const { t } = useTranslation(['templateEdit', 'template']);
  const online = useOnline();
  const refresh = useRefresh();
  const [lacking, setLacking] = useState<readonly ContentProblem[]>([]);
  const { status, version, id } = template;
  const publish = useMutation({
    mutationFn: async () => {
      const { content, problems } = check();
      setLacking(problems);
      if (!content || problems.length > 0) return undefined;
      return call(publishTemplate, { id, number: version?.number ?? 0, content });
    },
    onSuccess: (answer) => {
      if (!answer) return;
      toast({ tone: 'success', text: t('publish.done', { number: answer.number }) });
      void refresh(publishTemplate);
    },
  });
  return (
    <>
      <Badge {...LOOKS[status]}>{t(`template:file.states.${status}`)}</Badge>
      {version && <span>{t('publish.version', { number: version.number })}</span>}
      {!readOnly && (
        <Button
          kind="primary"
          icon="check"
          pending={publish.isPending}
          disabled={!online}
          onClick={() => publish.mutate()}
        >
          {t(version ? 'publish.again' : 'publish.first')}
        </Button>
      )}
      {lacking.length > 0 && (
        <Dialog
          open
          onClose={() => setLacking([])}
          title={t('publish.lacking')}
          actions={
            <Button kind="primary" onClick={() => setLacking([])}>
              {t('publish.understood')}
            </Button>
          }
        >
          <ProblemLines problems={lacking} />
        </Dialog>
      )}
    </>
  );
}
