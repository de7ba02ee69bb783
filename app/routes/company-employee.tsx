import { EmployeePage } from '../features/employee/employee-page.tsx';

export const handle = { ns: ['employee', 'company', 'realname', 'error'] };

export default EmployeePage;
