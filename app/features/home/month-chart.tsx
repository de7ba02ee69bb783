import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { Panel } from '../../ui/page.tsx';
import style from './home.module.css';

type Month = { month: string; sent: number; finished: number };

// In SVG user units; the chart scales with its container.
const WIDTH = 540;
const HEIGHT = 152;
const BASE = 122;
const TOP = 22;
const BAR = 20;

/** Bar chart of tasks sent and finished per month; also as a table, for screen readers and exact figures. */
export function MonthChart({ months }: { months: readonly Month[] }) {
  const { t, i18n } = useTranslation('home');
  const most = Math.max(1, ...months.flatMap(({ sent, finished }) => [sent, finished]));
  const slot = WIDTH / months.length;
  const empty = months.every(({ sent, finished }) => sent === 0 && finished === 0);
  const nameOf = (month: string) =>
    new Intl.DateTimeFormat(i18n.language, { month: 'short', timeZone: 'UTC' }).format(
      new Date(`${month}-01`),
    );
  return (
    <Panel
      title={t('chart.title')}
      actions={
        <span className={style.legend} aria-hidden="true">
          <span className={style.sentKey}>{t('chart.sent')}</span>
          <span className={style.finishedKey}>{t('chart.finished')}</span>
        </span>
      }
    >
      {empty ? (
        <p className={style.soft}>{t('chart.none')}</p>
      ) : (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={style.chart} aria-hidden="true">
          <line x1="0" x2={WIDTH} y1={BASE + 0.5} y2={BASE + 0.5} className={style.axis} />
          {months.map(({ month, sent, finished }, i) => {
            const middle = slot * (i + 0.5);
            return (
              <g key={month}>
                <Bar x={middle - BAR - 1} value={sent} most={most} className={style.sentBar} />
                <Bar x={middle + 1} value={finished} most={most} className={style.finishedBar} />
                <text x={middle} y={HEIGHT - 8} textAnchor="middle" className={style.axisText}>
                  {nameOf(month)}
                </text>
              </g>
            );
          })}
        </svg>
      )}
      <div className="visually-hidden">
        <table>
          <caption>{t('chart.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('chart.month')}</th>
              <th scope="col">{t('chart.sent')}</th>
              <th scope="col">{t('chart.finished')}</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, sent, finished }) => (
              <tr key={month}>
                <th scope="row">{month}</th>
                <td>{formatNumber(sent, i18n.language)}</td>
                <td>{formatNumber(finished, i18n.language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Bar({
  x,
  value,
  most,
  className,
}: {
  x: number;
  value: number;
  most: number;
  className: string | undefined;
}) {
  if (value === 0) return null;
  const height = Math.max(2, (value / most) * (BASE - TOP));
  return (
    <>
      <rect x={x} y={BASE - height} width={BAR} height={height} rx="2" className={className} />
      <text x={x + BAR / 2} y={BASE - height - 5} textAnchor="middle" className={style.barText}>
        {value}
      </text>
    </>
  );
}
