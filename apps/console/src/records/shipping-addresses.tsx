import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { answered, api } from '../api/api.ts';
import { recordsChanged } from '../api/queries.ts';
import { EditRecordButton } from '../forms/edit-record-button.tsx';
import { Sentence } from '../forms/sentence.tsx';
import { useAct } from '../forms/use-act.ts';
import { nameOf } from '../lists/naming.ts';
import type { AnyRecord } from '../lists/records.ts';
import { mayCall, usePerson } from '../signing-in/person.tsx';
import { Belonging } from './belonging.tsx';
import { DeleteButton } from './delete-button.tsx';

/** The addresses to which a customer's goods go, one of which is the default. */
export function ShippingAddresses({ customer }: { readonly customer: AnyRecord }): ReactNode {
  return (
    <Belonging
      list="shippingAddresses"
      by="customerId"
      of="customers"
      record={customer}
      columns={['addressLine1', 'postalCode', 'city', 'countryCode']}
      name={(address) => (
        <>
          <span dir="auto">{nameOf('shippingAddresses', address)}</span>{' '}
          {address['isDefault'] === true && <span className="tag">Default</span>}
        </>
      )}
      acts={(address) => <AddressActs address={address} />}
    />
  );
}

function AddressActs({ address }: { readonly address: AnyRecord }): ReactNode {
  const act = useAct();
  const name = nameOf('shippingAddresses', address);
  const mayChange = mayCall(usePerson(), 'setDefaultCustomerShippingAddress');
  const makeDefault = async (): Promise<void> => {
    await answered(api.setDefaultCustomerShippingAddress({ params: { id: address.id } }));
    await recordsChanged();
  };
  return (
    <>
      <Sentence error={act.error} />
      {mayChange && address['isDefault'] !== true && (
        <Button isPending={act.isRunning} onPress={() => act.run(makeDefault)}>
          Make default
        </Button>
      )}
      <EditRecordButton list="shippingAddresses" record={address} label={`Edit ${name}`} />
      <DeleteButton list="shippingAddresses" record={address} label={`Delete ${name}`} />
    </>
  );
}
