/** The choices of a table's mapping: how amounts are written, which column is what, and how it is read. */
import { NativeSelect } from "@mantine/core";
import { DATE_ORDERS } from "../../contract/bill-answers.ts";
import { useImportWords } from "../words/imports.ts";
import {
  type Mapping,
  type MappingPatch,
  MODELS,
  rolesFor,
  type TableProposal,
} from "./mapping-model.ts";

interface MappingFieldsProps {
  table: TableProposal;
  mapping: Mapping;
  words: TableProposal["words"];
  change: (patch: MappingPatch) => void;
}

export function MappingFields({ table, mapping, words: found, change }: MappingFieldsProps) {
  const words = useImportWords();
  const { columns, model } = mapping;
  return (
    <>
      {columns.type !== undefined && found.length > 0 && (
        <fieldset>
          <legend>{words.mappingWords}</legend>
          <div className="mapping-fields">
            {found.map(({ word, count, meaning }) => (
              <Pick
                key={word}
                label={words.mappingWordCount(word, count)}
                value={mapping.words?.[word] ?? meaning ?? ""}
                labels={words.mappingMeanings}
                pick={(chosen) => change({ words: { [word]: chosen } })}
              />
            ))}
          </div>
        </fieldset>
      )}
      <fieldset>
        <legend>{words.mappingColumns}</legend>
        <div className="mapping-fields">
          <Pick
            label={words.mappingModel}
            wide
            value={model}
            labels={Object.fromEntries(MODELS.map((one) => [one, words.mappingModels[one] ?? ""]))}
            pick={(chosen) => change({ model: chosen })}
          />
          {rolesFor(mapping).map((role) => (
            <NativeSelect
              key={role}
              label={words.columnOf[role]}
              value={columns[role] ?? ""}
              data={[{ value: "", label: "—" }, ...new Set(table.headers.filter(Boolean))]}
              onChange={(event) => change({ columns: { [role]: event.currentTarget.value } })}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{words.mappingReading}</legend>
        <Reading mapping={mapping} change={change} />
      </fieldset>
    </>
  );
}

/** Currencies that are offered besides the one that the table proposes. */
const CURRENCIES = ["CNY", "HKD", "TWD", "USD", "EUR", "GBP", "JPY", "KRW", "SGD", "AUD", "CAD"];

function Reading({ mapping, change }: Pick<MappingFieldsProps, "mapping" | "change">) {
  const words = useImportWords();
  const { columns, model, flipSign, outNegative, fee, dateOrder, decimal, currency } = mapping;
  const codes = [...new Set([currency, ...CURRENCIES])];
  return (
    <div className="mapping-fields">
      {model === "signed" && (
        <Pick
          label={words.mappingSign}
          wide
          value={String(flipSign ?? "")}
          labels={words.mappingSigns}
          pick={(chosen) => change({ flipSign: chosen === "true" })}
        />
      )}
      {model === "in-out" && (
        <Pick
          label={words.mappingOut}
          value={String(outNegative ?? "")}
          labels={words.mappingOuts}
          pick={(chosen) => change({ outNegative: chosen === "true" })}
        />
      )}
      {columns.fee !== undefined && (
        <Pick
          label={words.mappingFee}
          value={fee ?? ""}
          labels={words.mappingFees}
          pick={(chosen) => change({ fee: chosen })}
        />
      )}
      <Pick
        label={words.mappingOrder}
        value={dateOrder ?? ""}
        labels={Object.fromEntries(DATE_ORDERS.map((one) => [one, words.mappingOrders[one] ?? ""]))}
        pick={(chosen) => change({ dateOrder: chosen })}
      />
      <Pick
        label={words.mappingDecimal}
        value={decimal ?? ""}
        labels={words.mappingDecimals}
        pick={(chosen) => change({ decimal: chosen })}
      />
      <Pick
        label={words.mappingCurrency}
        value={currency}
        labels={Object.fromEntries(codes.map((code) => [code, code]))}
        pick={(chosen) => change({ currency: chosen })}
      />
    </div>
  );
}

interface PickProps {
  label: string;
  /** "" while nothing is chosen. */
  value: string;
  labels: Record<string, string>;
  pick: (value: string) => void;
  /** Its labels are long: it has the whole line. */
  wide?: boolean;
}

function Pick({ label, value, labels, pick, wide }: PickProps) {
  const words = useImportWords();
  const open = value === "" ? [{ value: "", label: words.pleaseChoose }] : [];
  const data = Object.entries(labels).map(([key, name]) => ({ value: key, label: name }));
  return (
    <NativeSelect
      label={label}
      data-wide={wide}
      data-open={value === "" || undefined}
      value={value}
      data={[...open, ...data]}
      onChange={(event) => pick(event.currentTarget.value)}
    />
  );
}
