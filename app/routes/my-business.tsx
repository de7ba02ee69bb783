import { MyBusiness } from '../features/company/my-business.tsx';

export const handle = { ns: ['company', 'error'] };

export default MyBusiness;
