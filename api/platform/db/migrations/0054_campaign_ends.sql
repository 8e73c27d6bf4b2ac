-- The last day that the words of its offers, or their approval, name; null: none. No text leaves after it.
alter table campaigns add column ends_on date;
