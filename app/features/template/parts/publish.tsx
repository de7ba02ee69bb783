import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import type { ContentProblem } from '#core/template/check/content-problem.ts';
import type { TemplateContent } from '#core/template/content.ts';
import type { AnchorOverlap } from '#core/template/fill/overlaps.ts';
import { publishTemplate, type readTemplate } from '#core/template/version-calls.ts';
import { call } from '../../../call.ts';
import { useEmbedded } from '../../../parts/signing/embedded.ts';
import { useRefresh } from '../../../query.ts';
import { Badge, type StateBadge } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useOnline } from '../../../ui/offline-banner.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { errorText } from '../../../wire/client-error.ts';
import style from './parts.module.css';
import { ProblemLines } from './problem-lines.tsx';

type Template = OutputOf<typeof readTemplate>;

const BADGES: Record<Template['status'], StateBadge> = {
  DRAFT: { tone: 'neutral', icon: 'pen' },
  ENABLED: { tone: 'success', icon: 'success' },
  DISABLED: { tone: 'error', icon: 'ban' },
};

export interface PublishProps {
  template: Template;
  /** Reads the current draft and the problems that prevent enabling it. */
  check: () => { content?: TemplateContent | undefined; problems: readonly ContentProblem[] };
  /** Returns the places that may overlap once the template is filled in. Rejects if it cannot be laid out. */
  overlaps: (content: TemplateContent) => Promise<readonly AnchorOverlap[]>;
  readOnly: boolean;
}

interface PublishWarning {
  content: TemplateContent;
  overlaps: readonly AnchorOverlap[];
}

type PublishCheck = { overlaps: readonly AnchorOverlap[] } | { failure: unknown };

/** State and version in force, and the button to publish the draft; lists problems, warns about overlapping places. */
export function Publish({ template, check, overlaps, readOnly }: PublishProps) {
  const { t } = useTranslation(['templateEdit', 'template', 'error']);
  const online = useOnline();
  const embedded = useEmbedded();
  const refresh = useRefresh();
  const [lacking, setLacking] = useState<readonly ContentProblem[]>([]);
  const [warned, setWarned] = useState<PublishWarning>();
  const [unchecked, setUnchecked] = useState<{ failure: unknown }>();
  const { status, version, id, review } = template;
  const publish = useMutation({
    mutationFn: async (isSure: boolean) => {
      setWarned(undefined);
      setUnchecked(undefined);
      const { content, problems } = check();
      setLacking(problems);
      if (!content || problems.length > 0) return undefined;
      const checked: PublishCheck = isSure
        ? { overlaps: [] }
        : await overlaps(content).then(
            (found) => ({ overlaps: found }),
            (failure: unknown) => ({ failure }),
          );
      if ('failure' in checked) {
        setUnchecked(checked);
        return undefined;
      }
      if (checked.overlaps.length > 0) {
        setWarned({ content, overlaps: checked.overlaps });
        return undefined;
      }
      return call(publishTemplate, { id, number: version?.number ?? 0, content });
    },
    onSuccess: (answer) => {
      if (!answer) return;
      const text = answer.approvalId ? t('publish.asked') : t('publish.done', { number: answer.number });
      toast({ tone: 'success', text });
      void refresh(publishTemplate);
      embedded?.saved(answer.number, answer.approvalId !== '');
    },
  });
  return (
    <>
      <Badge {...BADGES[status]}>{t(`template:file.states.${status}`)}</Badge>
      {version && <span>{t('publish.version', { number: version.number })}</span>}
      {review && !embedded && (
        <LinkButton kind="text" icon="eye" to={`/contract/examine?approvalId=${review.approvalId}`}>
          {t(review.state === 'REVIEWING' ? 'publish.reviewing' : 'publish.notPassed')}
        </LinkButton>
      )}
      {!readOnly && (
        <Button
          kind="primary"
          icon="check"
          pending={publish.isPending}
          disabled={!online}
          onClick={() => publish.mutate(false)}
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
      {warned && (
        <Dialog
          open
          onClose={() => setWarned(undefined)}
          title={t('publish.overlapTitle')}
          actions={
            <>
              <Button onClick={() => setWarned(undefined)}>{t('publish.overlapBack')}</Button>
              <Button kind="primary" onClick={() => publish.mutate(true)}>
                {t('publish.overlapSure')}
              </Button>
            </>
          }
        >
          <p className={style.about}>{t('publish.overlapText')}</p>
          <OverlapLines {...warned} />
        </Dialog>
      )}
      {unchecked && (
        <Dialog
          open
          onClose={() => setUnchecked(undefined)}
          title={t('publish.uncheckedTitle')}
          actions={
            <>
              <Button onClick={() => setUnchecked(undefined)}>{t('publish.overlapBack')}</Button>
              <Button icon="refresh" onClick={() => publish.mutate(false)}>
                {t('publish.uncheckedRetry')}
              </Button>
              <Button kind="primary" onClick={() => publish.mutate(true)}>
                {t('publish.overlapSure')}
              </Button>
            </>
          }
        >
          <p className={style.about}>{t('publish.uncheckedText')}</p>
          <p className={style.about}>{errorText(unchecked.failure, t)}</p>
        </Dialog>
      )}
    </>
  );
}

function OverlapLines({ content, overlaps }: PublishWarning) {
  const { t } = useTranslation(['templateEdit', 'wizard']);
  const nameOf = (key: string): string => {
    const anchor = content.anchors.find((one) => one.key === key);
    const signer = content.signers.find((one) => one.key === anchor?.signer)?.name ?? '';
    return anchor ? t('chip.seal', { signer, kind: t(`wizard:kind.${anchor.kind}`) }) : '';
  };
  return (
    <ul className={style.lines}>
      {overlaps.map(({ a, b, page }) => (
        <li key={`${a} ${b}`}>{t('publish.overlap', { a: nameOf(a), b: nameOf(b), page })}</li>
      ))}
    </ul>
  );
}
