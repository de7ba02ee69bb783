import { HomePage } from '../features/home/home-page.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['home', 'error'] };
export const meta = pageTitle;

export default HomePage;
