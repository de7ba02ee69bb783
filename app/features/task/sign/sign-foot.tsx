import { useTranslation } from 'react-i18next';
import { SignButton } from '../../../parts/signing/signing-side.tsx';
import { Button } from '../../../ui/button.tsx';
import { focusOnField } from './field-list.tsx';
import { toFill } from './fillings.ts';
import type { Fields } from './use-fields.ts';
import type { TaskPlacement } from './use-task.ts';

interface Props {
  own: readonly TaskPlacement[];
  /** Placements that have no seal or signature yet. */
  left: readonly TaskPlacement[];
  fields: Fields;
  /** The enterprise lacks a required seal. */
  lacks: boolean;
  /** The seals and signatures as text. */
  what: string;
  onFill: (places: readonly TaskPlacement[]) => void;
  onShow: (placement: TaskPlacement) => void;
  onSign: () => void;
  /** Makes the seal that is lacking; undefined for whoever may not. */
  onMake: (() => void) | undefined;
  /** Where a seal must be asked for before it is used. */
  onAsk?: () => void;
  /** It was requested, and is not decided or stamped yet. */
  asked?: boolean;
}

/** The main button: fills in seals, leads to incomplete fields, then signs. */
export function SignFoot({
  own,
  left,
  fields,
  lacks,
  what,
  onFill,
  onShow,
  onSign,
  onMake,
  onAsk,
  asked,
}: Props) {
  const { t } = useTranslation('sign');
  if (lacks && onMake)
    return (
      <Button kind="primary" size="large" wide icon="seal" onClick={onMake}>
        {t('makeSeal')}
      </Button>
    );
  if (left.length > 0)
    return (
      <>
        <Button
          kind="primary"
          size="large"
          wide
          icon={toFill(own).every((p) => p.kind === 'HANDWRITTEN') ? 'signature' : 'seal'}
          disabled={lacks}
          onClick={() => onFill(left)}
        >
          {t('fillAll', { count: left.length })}
        </Button>
        <Button wide onClick={() => onShow(left[0]!)}>
          {t('next', { count: left.length })}
        </Button>
      </>
    );
  const [field] = fields.left;
  if (field)
    return (
      <Button
        kind="primary"
        size="large"
        wide
        icon="pen"
        onClick={() => {
          fields.showAll();
          focusOnField(field);
        }}
      >
        {t('fillIn', { count: fields.left.length })}
      </Button>
    );
  if (onAsk)
    return (
      <Button kind="primary" size="large" wide icon="send" disabled={asked} onClick={onAsk}>
        {t('sealUse.askFor', { what })}
      </Button>
    );
  return <SignButton what={what} onClick={onSign} />;
}
