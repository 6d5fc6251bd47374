-- PostgreSQL puts the text of a function in SQL into its caller's only where each argument is as cheap as a variable. As a call
-- within a call, marked() took as long as all the rest of a text.
create or replace function cell.search_text(variadic texts text[]) returns text language plpgsql immutable parallel safe as $$
declare
  lines text := e'\n' || translate(array_to_string(texts, e'\v'), e'\n\v', e' \n') || e'\n';
  folded text := cell.folded(lines);
begin
  return cell.marked(folded);
end $$;
