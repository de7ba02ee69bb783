import { useTranslation } from 'react-i18next';
import type { InputOf } from '#core/call.ts';
import type { listPlans, PlanRow } from '#core/task/calls.ts';
import { useMay } from '../../../shell/use-identity.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { BOX_LOOKS, type ListBox } from './boxes.ts';
import { useExport } from './use-export.ts';

type Props = {
  box: ListBox;
  title: string;
  chosen: readonly PlanRow[];
  /** What the list was asked for, to export all that it finds. */
  input: InputOf<typeof listPlans>;
  total: number;
  onUrge: (rows: readonly PlanRow[]) => void;
  urging: boolean;
  onDownload: (rows: readonly PlanRow[]) => void;
  /** Signs the rows one after the other with a UKey ([4.2]). */
  onSign: (rows: readonly PlanRow[]) => void;
};

/** What can be done with the rows that are chosen; with none, each says what to choose first ([8.11a], [8.11b]). */
export function BatchTools({ box, title, chosen, input, total, onUrge, urging, onDownload, onSign }: Props) {
  const { t } = useTranslation('task');
  const mayUrge = useMay('contract_urge');
  const mayDownload = useMay('contract_download');
  const maySign = useMay('contract_sign');
  const { pending, exportRows, exportAll } = useExport(title);

  const urge = () => {
    if (chosen.length === 0) return toast({ tone: 'warning', text: t('choose.urge') });
    const ready = chosen.filter((row) => row.actions.includes('urge'));
    if (ready.length === 0) return toast({ tone: 'warning', text: t('cannotUrge') });
    if (ready.length < chosen.length)
      toast({ tone: 'warning', text: t('someNotUrged', { count: chosen.length - ready.length }) });
    onUrge(ready);
  };
  const sign = () => {
    const ready = chosen.filter((row) => row.actions.includes('sign'));
    if (ready.length === 0) return toast({ tone: 'warning', text: t('choose.sign') });
    onSign(ready);
  };
  const download = () => {
    if (chosen.length === 0) return toast({ tone: 'warning', text: t('choose.download') });
    onDownload(chosen);
  };
  const save = () => {
    if (chosen.length > 0) return exportRows(chosen);
    toast({
      tone: 'warning',
      text: t('choose.export'),
      ...(total > 0
        ? { action: { label: t('exportAll', { count: total }), onAction: () => exportAll(input) } }
        : {}),
    });
  };
  return (
    <>
      {maySign && box === 'pending' && (
        <Button size="small" kind="quiet" icon="seal" onClick={sign}>
          {t('batch.sign')}
        </Button>
      )}
      {mayUrge && BOX_LOOKS[box].running && (
        <Button size="small" kind="quiet" icon="bell" pending={urging} onClick={urge}>
          {t('batch.urge')}
        </Button>
      )}
      {mayDownload && (
        <Button size="small" kind="quiet" icon="download" onClick={download}>
          {t('batch.download')}
        </Button>
      )}
      <Button size="small" kind="quiet" icon="external" pending={pending} onClick={save}>
        {t('batch.export')}
      </Button>
    </>
  );
}
