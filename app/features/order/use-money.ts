import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../i18n/format.ts';

/** Formats an amount in fen as yuan, in the language of the page. */
export function useMoney(): (fen: number) => string {
  const { i18n } = useTranslation();
  return (fen) => formatMoney(fen / 100, i18n.language);
}
