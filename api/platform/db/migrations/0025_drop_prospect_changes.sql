-- The console reads the whole list again instead of the changes since a position.
drop trigger prospects_record_new on prospects;
drop trigger prospects_record_deleted on prospects;
drop trigger prospects_record_changed on prospects;
drop trigger prospects_forget_list on prospects;
drop function record_prospects();
drop function record_changed_prospects();
drop function forget_prospect_list();
drop table prospect_changes;
drop table prospect_list;
