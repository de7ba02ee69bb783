import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type * as Y from 'yjs';
import { getEnterpriseAssociationUser } from '#core/task/home-calls.ts';
import { tellMentioned } from '#core/template/version-calls.ts';
import { call } from '../../../call.ts';
import { toast } from '../../../ui/toast-store.ts';
import { markNotified, type Thread, untoldOf } from './threads.ts';

interface Options {
  doc: Y.Doc;
  threads: readonly Thread[];
  /** The account of the author. */
  me: string;
  templateId: string;
  connected: boolean;
}

/**
 * Notifies colleagues mentioned in the user's own comments, as soon as the comment is in the room: comments written
 * offline are notified on reconnect. Reports which of them may not open the template.
 */
export function useTellMentioned({ doc, threads, me, templateId, connected }: Options): void {
  const { t } = useTranslation('templateEdit');
  const busy = useRef(new Set<string>());
  useEffect(() => {
    if (!connected) return;
    const tell = async ({ key, mentions }: { key: string; mentions: readonly string[] }) => {
      const { told: notified } = await call(tellMentioned, {
        id: templateId,
        message: key,
        accountIds: mentions.slice(0, 20),
      });
      markNotified(doc, key);
      const left = mentions.filter((id) => id !== me && !notified.includes(id));
      if (left.length === 0) return;
      const { records } = await call(getEnterpriseAssociationUser, { size: 50 });
      const names = records.filter(({ userId }) => left.includes(userId)).map(({ userName }) => userName);
      if (names.length > 0) toast({ tone: 'info', text: t('comment.notTold', { names: names.join(', ') }) });
    };
    for (const message of untoldOf(doc, threads, me)) {
      if (busy.current.has(message.key)) continue;
      busy.current.add(message.key);
      // Failures are retried on the next change or on reconnect.
      tell(message)
        .catch(() => undefined)
        .finally(() => busy.current.delete(message.key));
    }
  }, [doc, threads, me, templateId, connected, t]);
}
