import drfProvider from 'ra-data-drf'
import {
  Admin,
  convertLegacyDataProvider,
  Datagrid,
  DateField,
  FunctionField,
  fetchUtils,
  List,
  NumberField,
  Resource,
  SearchInput,
  TextField,
} from 'react-admin'
import { createRoot } from 'react-dom/client'

// The list of orders as react-admin shows it: with the columns, the rows and the search of ours, and a second list to come from.

const request = (url, options) =>
  fetchUtils.fetchJson(url, {
    ...options,
    user: { authenticated: true, token: localStorage.getItem('token') },
  })
const provider = convertLegacyDataProvider(drfProvider('/api', request))

const search = [<SearchInput key="query" source="query" alwaysOn />]
const newestFirst = { field: 'created_at', order: 'DESC' }

const Orders = () => (
  <List filters={search} perPage={10} sort={newestFirst}>
    <Datagrid>
      <NumberField source="number" label="Order" />
      <TextField source="title" />
      <FunctionField
        source="customer"
        render={({ user_data }) => `${user_data.first_name} ${user_data.last_name}`}
      />
      <FunctionField
        label="Pages × copies"
        render={({ pdf_page_count, copies }) => `${pdf_page_count} × ${copies}`}
      />
      <NumberField source="payable" options={{ style: 'currency', currency: 'INR' }} />
      <TextField source="status" />
      <FunctionField
        label="Staff"
        render={({ assigned_user_data }) => assigned_user_data?.full_name ?? 'Unassigned'}
      />
      <DateField source="created_at" label="Created" />
    </Datagrid>
  </List>
)

const Customers = () => (
  <List filters={search} perPage={10} sort={newestFirst}>
    <Datagrid>
      <TextField source="first_name" />
      <TextField source="last_name" />
      <TextField source="mobile" />
      <TextField source="email" />
      <DateField source="created_at" label="Created" />
    </Datagrid>
  </List>
)

createRoot(document.getElementById('root')).render(
  <Admin dataProvider={provider} disableTelemetry>
    <Resource name="all-orders" options={{ label: 'Total orders' }} list={Orders} />
    <Resource name="users" options={{ label: 'Customers' }} list={Customers} />
  </Admin>,
)
