import { Button } from 'react-aria-components/Button';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import style from './list.module.css';

/** A question mark that explains the thing beside it, on hover and on focus. */
export function Tooltip({ text }: { text: string }) {
  const { t } = useTranslation('ui');
  return (
    <TooltipTrigger delay={200}>
      <Button className={style.about} aria-label={t('about')}>
        <Icon name="question" size={16} />
      </Button>
      <AriaTooltip className={style.tooltip} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
